"""What a marker sees during its action, and who sees a card drawn from the deck."""

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
    """Lays out one hand card."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]


class LooksAround(OneCard):
    """Lets the opponent pick, and records every view that it gets."""

    seen: list[Observation] = []  # noqa: RUF012 (the test reads it)
    listing: list[Observation] = []  # noqa: RUF012 (the same)

    def plays(self, view: Observation) -> Iterable[Layout]:
        self.listing.append(view)
        return super().plays(view)

    def step(self, view: Observation, action: Action) -> Step:
        self.seen.append(view)
        return PlaceTo((To.OWN_SIDE,)) if action.picks else Ask(1)


def test_a_marker_sees_what_its_player_sees_without_the_offer() -> None:
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


def test_the_view_of_a_marker_has_no_legal_moves() -> None:
    engine = Engine(evolve(BASE, markers=(LooksAround(1, "Look", "One card."), *OTHERS)))
    LooksAround.listing.clear()
    state = engine.start(deals=[DEAL])
    engine.apply(state, parse_move("1A"))
    assert len(engine.legal_moves(state)) > 1
    applying, listing = LooksAround.listing
    for view in (applying, listing):
        assert (view.viewer, str(view.hand), view.legal_moves) == (0, "AABBCCF", ())


class ToTheTop(OneCard):
    """Puts the card on the deck, unseen by the other player."""

    hand_only = True
    draws = -1

    def step(self, view: Observation, action: Action) -> Step:
        return PlaceTo((To.DECK_TOP,))


def test_only_the_player_who_put_a_card_on_the_deck_sees_it_drawn() -> None:
    engine = Engine(evolve(BASE, markers=(ToTheTop(1, "On top", "One card."), *OTHERS)))
    state = engine.start(deals=[DEAL])
    play = Play(1, (Cards("A"),))

    def drawn(viewer: int | None) -> str:
        *_, event = engine.narrate(state, play, viewer)
        assert isinstance(event, Drew)
        assert event.player == 1
        return str(event.card)

    assert [drawn(viewer) for viewer in (0, 1, None)] == ["A", "A", "?"]
