"""What a marker sees while its action is under way, and who is told which card is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Engine,
    Layout,
    Marker,
    Observation,
    Play,
    Step,
    To,
    parse_move,
)
from hanamikoji_core import Place as PlaceTo
from hanamikoji_core.model.events import Drew
from tests.stubs import BASE

DEAL = "GAABBCCDDDEEEFFFFGGGG"
OTHERS = BASE.markers[0][1:]


class OneCard(Marker):
    """One hand card, chosen at will."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]


class LooksAround(OneCard):
    """It asks the opponent, and notes each time what it was shown."""

    seen: list[Observation] = []  # noqa: RUF012 (the test reads it)
    listing: list[Observation] = []  # noqa: RUF012 (the same)

    def plays(self, view: Observation) -> Iterable[Layout]:
        self.listing.append(view)
        return super().plays(view)

    def step(self, view: Observation, action: Action) -> Step:
        self.seen.append(view)
        return PlaceTo((To.OWN_SIDE,)) if action.picks else Ask(1)


def test_a_marker_sees_the_table_as_its_player_does_with_the_offer_laid_aside() -> None:
    engine = Engine(evolve(BASE, markers=(LooksAround(1, "Look", "One card."), *OTHERS)))
    LooksAround.seen.clear()
    state = engine.apply(engine.start(deals=[DEAL]), parse_move("1A"))
    engine.apply(state, parse_move("/0"))
    asking, placing = LooksAround.seen
    for view in (asking, placing):
        assert (view.viewer, view.to_move, view.offer) == (0, 0, None)
        assert str(view.hand) == "ABBCCF"
        assert view.hand_sizes == (6, 6)
        assert view.legal_moves == ()


def test_a_marker_is_not_told_what_is_legal_before_it_has_said_so() -> None:
    engine = Engine(evolve(BASE, markers=(LooksAround(1, "Look", "One card."), *OTHERS)))
    LooksAround.listing.clear()
    state = engine.start(deals=[DEAL])
    engine.apply(state, parse_move("1A"))
    assert len(engine.legal_moves(state)) > 1
    judging, listing = LooksAround.listing
    for view in (judging, listing):
        assert (view.viewer, str(view.hand), view.legal_moves) == (0, "AABBCCF", ())


class ToTheTop(OneCard):
    """The card goes on the deck, unseen by the other player."""

    hand_only = True
    draws = -1

    def step(self, view: Observation, action: Action) -> Step:
        return PlaceTo((To.DECK_TOP,))


def test_who_put_a_card_on_the_deck_is_told_that_it_is_drawn_and_nobody_else() -> None:
    engine = Engine(evolve(BASE, markers=(ToTheTop(1, "On top", "One card."), *OTHERS)))
    state = engine.start(deals=[DEAL])
    play = Play(1, (Cards("A"),))

    def drawn(viewer: int | None) -> str:
        *_, event = engine.narrate(state, play, viewer)
        assert isinstance(event, Drew)
        assert event.player == 1
        return str(event.card)

    assert [drawn(viewer) for viewer in (0, 1, None)] == ["A", "A", "?"]
