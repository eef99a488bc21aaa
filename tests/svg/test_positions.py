"""Pictures of positions: what they show to each viewer, and what they hide."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    FaceDown,
    Game,
    Glimpse,
    Observation,
    Outcome,
    Row,
    Sighting,
    State,
    available_variants,
    load_engine,
    parse_move,
    svg,
)
from hanamikoji_core.model.knowledge import ONLY
from hanamikoji_core.svg._draw import shape
from hanamikoji_core.svg._position import _cards
from hanamikoji_core.svg._scene import Lot, scene_of
from hanamikoji_core.svg._words import _lot, in_words
from tests.svg.reading import description, letters_drawn, texts

# The box, the hand of player 0, the hand of player 1, the deck. The hands share no letters.
DEAL = "G" + "AABBCC" + "DDDEEE" + "FFFFGGGG"
VARIANTS = sorted(available_variants())


def played(*moves: str, name: str = "base", deal: str = DEAL) -> Game:
    game = Game.new(name, seed=7, deals=[deal])
    for move in moves:
        game.play(parse_move(move))
    return game


def positions(name: str, games: int) -> list[tuple[Engine, State]]:
    """All positions of some random games."""
    engine, rng, found = load_engine(name), Random(5), []
    for seed in range(games):
        state = engine.start(seed=seed)
        while state.to_move is not None:
            found.append((engine, state))
            state = engine.apply(state, rng.choice(engine.legal_moves(state)))
        found.append((engine, state))
    return found


def test_a_picture_is_well_formed_and_has_a_text() -> None:
    root = ElementTree.fromstring(svg.position(played("1A")))
    assert root.get("role") == "img"
    children = [child.tag.rpartition("}")[2] for child in root]
    assert children[:2] == ["title", "desc"]
    assert root[0].text == "Round 1, player 1 is to move"


def test_several_pictures_can_share_a_page() -> None:
    assert " id=" not in svg.position(played("1A"))


def test_the_same_position_gives_the_same_picture() -> None:
    assert svg.position(played("1A")) == svg.position(played("1A"))


def test_a_viewer_sees_only_their_own_hand() -> None:
    state = played().state
    assert letters_drawn(svg.position(state, viewer=1), "ABC") == []  # hand of player 0
    assert letters_drawn(svg.position(state, viewer=1), "DE") == list("DDDEEE")
    assert letters_drawn(svg.position(state, viewer=0), "DE") == []
    assert letters_drawn(svg.position(state), "ABCDEFG") == []  # a spectator


def test_states_and_games_are_covered_by_default() -> None:
    game = played("1A")
    assert "hidden cards" in svg.position(game)
    assert svg.position(game.state, variant=game.engine.variant) == svg.position(game)
    opened = svg.position(game, covered=False)
    assert "hidden" not in opened
    assert letters_drawn(opened, "DE") == list("DDDEEE")


def test_only_the_owner_sees_a_secret() -> None:
    game = played("1A")
    assert "face down: A by marker 1, scoring for player 0" in description(game, 0)
    assert "face down: one hidden card by marker 1, scoring for player 0" in description(game, 1)
    assert "face down: one hidden card by marker 1, scoring for player 0" in description(game, None)


def test_cards_that_everybody_saw_stay_visible() -> None:
    game = played(
        "4A-B-C-F", "/0,1", name="mini-expansion-2", deal="AABBCC" + "DDDEEE" + "FFFFGGGGG"
    )
    assert "face down: A B by marker 4, not scoring" in description(game, None)


def test_only_the_player_who_put_a_card_under_the_deck_sees_it() -> None:
    game = played("1A", name="mini-expansion-4", deal="AABBCC" + "DDDEEE" + "FFFFGGGGG")
    assert "known: A at place 7" in description(game, 0)
    assert "known" not in description(game, 1)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_does_not_depend_on_unknown_cards(name: str) -> None:
    for engine, state in positions(name, games=1):
        for viewer in (0, 1, None):
            other = engine.determinize(engine.observe(state, viewer), Random(1))
            drawn = [svg.position(s, viewer=viewer) for s in (state, other)]
            assert drawn[0] == drawn[1]


@pytest.mark.parametrize("name", VARIANTS)
def test_an_observation_and_its_state_give_the_same_picture(name: str) -> None:
    for engine, state in positions(name, games=1):
        for viewer in (0, 1, None):
            view = engine.observe(state, viewer)
            assert svg.position(view) == svg.position(state, viewer=viewer)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_card_of_an_open_position_is_drawn_once(name: str) -> None:
    for engine, state in positions(name, games=1):
        picture = svg.position(state, covered=False, variant=engine.variant)
        assert "".join(letters_drawn(picture)) == "AABBCCDDDEEEFFFFGGGGG"


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_text_names_the_cards_that_are_drawn(name: str, viewer: int | None) -> None:
    for engine, state in positions(name, games=1):
        view = engine.observe(state, viewer)
        named = re.findall(r"\b[A-G]\b", cards_of(svg.position_text(view)))
        assert sorted(named) == letters_drawn(svg.position(view))


def cards_of(text: str) -> str:
    """The text of a position without its title and row."""
    return text.partition("Geisha: ")[2].partition(". ")[2]


def test_known_cards_of_the_deck_and_the_box_are_drawn_in_their_places() -> None:
    state = evolve(played().state, deck="GFA", facedown=())
    view = evolve(load_engine("base").observe(state, 0), deck=((1, "F"),))
    _, _, shown = svg.position(view).partition(">deck, from the top<")
    assert re.findall(r'translate\((\d+) 0\)|hk-type">(\w)', shown) == [
        ("0", ""),
        ("39", ""),
        ("", "F"),
        ("78", ""),
    ]
    box = FaceDown(Cards("G"), None, None, None, frozenset({0}))
    both = svg.position(evolve(state, facedown=(box,)), covered=False)
    shown = both.partition(">deck, from the top<")[2]
    assert re.findall(r'hk-type">(\w)|>(box)<', shown) == [
        ("G", ""),
        ("F", ""),
        ("A", ""),
        ("", "box"),
        ("G", ""),
    ]


def test_an_offer_shows_the_numbers_of_its_piles_and_who_picks() -> None:
    picture = svg.position(played("3A-B-F"))
    assert "Player 1 picks 1 of 3" in texts(picture)
    assert [text for text in texts(picture) if text.startswith("/")] == ["/0", "/1", "/2"]
    assert "Player 0 offers pile 0: A; pile 1: B; pile 2: F." in picture


@pytest.mark.parametrize(
    ("among", "told"),
    [
        ((0, 1, 2), "Player 1 picks one pile."),
        ((0, 2), "Player 1 picks one of piles 0 and 2."),
        ((1,), "Player 1 picks pile 1."),
    ],
)
def test_the_text_names_the_piles_that_may_be_picked(among: tuple[int, ...], told: str) -> None:
    state = played("3A-B-F").state
    assert state.offer is not None
    some = evolve(state, offer=evolve(state.offer, among=among))
    assert told in svg.position_text(some)
    numbers = [text for text in texts(svg.position(some)) if text in ("/0", "/1", "/2")]
    assert numbers == [f"/{index}" for index in among]


def test_a_blind_offer_is_covered_for_the_chooser() -> None:
    game = played("3A-B-F", name="mini-expansion-1", deal="AABBCC" + "DDDEEE" + "FFFFGGGGG")
    assert "pile 0: one hidden card" in description(game, 1)
    assert "pile 0: A" in description(game, 0)


def test_used_markers_look_different() -> None:
    picture = svg.position(played("1A"))
    assert picture.count('class="hk-token"') == 7
    assert picture.count('class="hk-spent"') == 1


def test_without_a_variant_only_used_markers_are_drawn() -> None:
    picture = svg.position(played("1A").state)
    assert (picture.count('class="hk-token"'), picture.count('class="hk-spent"')) == (0, 1)


@pytest.mark.parametrize(
    ("viewer", "first"), [(0, "Player 1"), (1, "Player 0"), (None, "Player 1")]
)
def test_the_viewer_sits_at_the_bottom(viewer: int | None, first: str) -> None:
    seats = [text for text in texts(svg.position(played("1A"), viewer=viewer)) if "Player" in text]
    assert seats[0].startswith(first)


def test_a_victory_marker_is_at_its_owners_edge() -> None:
    heights = [(None, 42.0), (0, 70.0), (1, 14.0)]
    for owner, y in heights:
        state = evolve(played().state, favor=(owner,) * 7)
        drawn = ElementTree.fromstring(svg.position(state, viewer=0))
        discs = [e.get("cy") for e in drawn.iter() if e.get("class") == "hk-favor"]
        assert {float(cy or 0) for cy in discs} == {y}


def test_the_title_of_a_finished_game_names_the_winner() -> None:
    game = Game.new("base", seed=1)
    while game.outcome is None:
        game.play(game.legal_moves()[0])
    title = ElementTree.fromstring(svg.position(game))[0].text or ""
    assert f"player {game.outcome.winner} wins, {game.outcome.reason}" in title


def test_geisha_differ_in_shape_without_their_colours() -> None:
    shapes = {re.sub(' class="[^"]*"', "", shape(kind, 0, 0, 10)) for kind in range(7)}
    assert len(shapes) == 7


def test_a_long_row_and_a_large_hand_stay_inside() -> None:
    base = available_variants()["base"]
    long = evolve(base, row=Row.of(*[2] * 12), hand_size=6, removed=4)
    picture = svg.position(Engine(long).start(seed=7), viewer=0, variant=long)
    root = ElementTree.fromstring(picture)
    assert float(root.get("width") or 0) > 12 * 54
    assert "L worth 2" in picture


def test_letters_and_names_are_escaped() -> None:
    variant = available_variants()["base"]
    secret = evolve(variant.markers[0][0], name="<b>&")  # type: ignore[misc]
    assert "&lt;b&gt;&amp;" in svg.marker(secret)
    assert "<b>" not in svg.marker(secret)


def test_the_style_can_be_left_to_the_page() -> None:
    game = played()
    assert "<style>" not in svg.position(game, style="")
    assert svg.STYLE in svg.position(game)
    assert "prefers-color-scheme:dark" in svg.STYLE


def test_a_known_card_in_the_other_hand_is_shown() -> None:
    view = load_engine("base").observe(played().state, 0)
    seen = Sighting(0, Cards("D"), frozenset({-2}))
    assert isinstance(view, Observation)
    text = svg.position_text(evolve(view, sightings=(seen,)))
    assert "Player 1 holds D and five hidden cards" in text


def test_a_notebook_shows_positions_covered() -> None:
    game = played("1A")
    for thing in (game, game.state, game.observe(0)):
        assert thing._repr_svg_() == svg.position(thing)


def test_only_the_player_to_move_is_marked() -> None:
    seats = [text for text in texts(svg.position(played("1A"))) if text.startswith("Player")]
    assert seats == ["Player 1  ▸ to move", "Player 0"]


@pytest.mark.parametrize(
    ("cards", "marker", "scores_for", "label"),
    [
        ("A", 1, 0, "1: for 0"),
        ("A", None, None, "aside"),
        ("AB", 2, None, "2: set aside"),
        ("AB", 3, 1, "3: scores for 1"),
    ],
)
def test_cards_face_down_are_labelled(
    cards: str, marker: int | None, scores_for: int | None, label: str
) -> None:
    lot = FaceDown(Cards(cards), 0, marker, scores_for, ONLY[0])
    assert label in texts(svg.position(evolve(played().state, facedown=(lot,))))


def test_cards_overlap_if_space_is_short() -> None:
    scene = scene_of(Game.new("base", seed=7).state, None, None, covered=True)
    places = r"translate\(([\d.]+) 0\)"

    wide, narrow = (_cards(scene, Glimpse(Cards("AB"), 2), width) for width in (200, 50))

    assert re.findall(places, wide) == ["0", "39"]
    assert re.findall(places, narrow) == ["0", "14"]


def test_used_markers_are_named() -> None:
    game = played("1A", "1D", "2BB")
    assert "has used marker 1, 2" in description(game, None)
    left = "still has marker 2 (Trade-off), 3 (Gift), 4 (Competition); face down"
    assert f"has used marker 1; {left}" in description(game, None)
    text = svg.position_text(game.state, variant=game.engine.variant)
    assert f"has used marker 1; {left}" in text
    assert "has used marker 1; face down" in svg.position_text(game.state)


def test_rare_cases_are_described() -> None:
    state = evolve(played("1A").state, to_move=None, outcome=Outcome(None, "as many charm points"))
    assert svg.position_text(state).startswith(
        "The end after round 1: a draw, as many charm points. "
    )
    assert _lot(Lot(Glimpse(Cards("A"), 1), None, None)) == "A, not scoring"
    assert [in_words(number) for number in (0, 10, 11, 100)] == ["no", "ten", "11", "100"]
