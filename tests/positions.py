"""Short forms of positions for tests: scripted deals, moves in notation, and cards as text.

Spaces in a deal and between moves are ignored::

    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="1A 3D-D-E /2")
    assert hands(game) == ("ABBCCF", "DEEF")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from hanamikoji_core import Engine, Game, IllegalMoveError, Move, Variant, load_engine, parse_move

#: The built-in variants. Other plug-ins may be installed too.
MINI_EXPANSIONS = ("mini-expansion-1", "mini-expansion-2", "mini-expansion-4", "mini-expansion-7")
VARIANTS = ("base", *MINI_EXPANSIONS)

# Base rounds for `rounds_of`: the plays of the starting player and those of the other player.

#: ABCDEFFG on both sides: every geisha is tied.
TIED = ("1D 2GG 3A-E-F/0 4BC-FG/0", "1D 2EG 3A-E-F/0 4BC-FG/0")
#: ABCDEFGG against ABCDEFFG: the starting player wins G, the other F, and the rest is tied.
G_AND_F = ("1G 2FG 3A-D-E/0 4BC-FG/0", "1D 2EG 3A-E-F/0 4BC-FG/0")
#: BCDEFGGG against ABCDDEFG: the starting player wins G, the other A and D, and the rest is tied.
G_AND_AD = ("1G 2AF 3B-E-F/0 4CG-GG/0", "1A 2EF 3B-E-F/0 4CD-DD/0")
#: ABCDDEFG against DEFFFGGG: the starting player wins A to D, the other F and G, and E is tied.
ABCD_AND_FG = ("1A 2AB 3B-C-D/2 4DD-FG/1", "1G 2CG 3E-F-F/2 4EG-FG/0")
#: ACEFFGGG against BCDDEFGG: the starting player wins A, F and G, the other B and D.
AFG_AND_BD = ("1A 2AB 3D-F-F/0 4FG-GG/0", "1B 2DF 3C-D-E/2 4CG-EG/0")
#: AABDDEEF against CDEFFGGG: the starting player wins A, B, D and E, the other C, F and G.
ABDE_AND_CFG = ("1B 2BF 3A-D-E/1 4DF-FG/1", "1C 2GG 3E-F-G/0 4AD-EG/0")
#: ABCDEFFF against CDDEEGGG: the starting player wins A, B and F, the other D, E and G.
ABF_AND_DEG = ("1A 2BF 3B-C-D/2 4FF-GG/1", "1G 2GG 3C-D-F/2 4DE-EE/0")


def game_from(
    variant: str | Variant | Engine,
    *,
    deal: str | Sequence[str] = (),
    moves: str = "",
    first_player: int = 0,
    seed: int = 7,
) -> Game:
    """A game with these deals (removed card, starter's hand, other's hand, deck) and moves."""
    deals = [deal] if isinstance(deal, str) else deal
    game = Game.new(
        variant,
        seed=seed,
        first_player=first_player,
        deals=["".join(text.split()) for text in deals],
    )
    for move in moves.split():
        game.play(parse_move(move))
    return game


def rounds_of(
    variant: str | Variant,
    *rounds: tuple[str, str],
    first_player: int = 0,
    seed: int = 7,
    leave_out: int = 0,
) -> Game:
    """A game with these plays of the starting player and of the other player in each round.

    Each text has four plays in order, each followed by the answer to its offer, for example
    ``"1A 2BF 3B-C-D/2 4FF-GG/1"``. They determine the deal: the first six of the ten cards are
    dealt and the last four drawn. `leave_out` is the number of moves left out at the end.
    """
    engine = load_engine(variant)
    deals = [_deal_for(engine.variant, *both) for both in rounds]
    moves = " ".join(_in_turn(*both) for both in rounds).split()
    return game_from(
        engine,
        deal=deals,
        moves=" ".join(moves[: len(moves) - leave_out]),
        first_player=first_player,
        seed=seed,
    )


def favor_of(game: Game) -> str:
    """The player who has the favor of each geisha, for example ``"01--0-1"``."""
    return "".join("-" if owner is None else str(owner) for owner in game.state.favor)


def charm_of(game: Game) -> tuple[int, int]:
    """The charm points of both players."""
    row, favor = game.state.row, game.state.favor
    return row.charm_of(favor, 0), row.charm_of(favor, 1)


def hands(game: Game) -> tuple[str, str]:
    """Both hands."""
    return str(game.state.hands[0]), str(game.state.hands[1])


def sides(game: Game) -> tuple[str, str]:
    """The cards that lie face up on both sides."""
    return str(game.state.placed[0]), str(game.state.placed[1])


def facedown(game: Game, viewer: int | None) -> list[str]:
    """The face-down cards as a viewer knows them, ``"?"`` for each that is hidden."""
    return [str(lot.cards) for lot in game.observe(viewer).facedown]


def offered(game: Game, viewer: int | None) -> list[str]:
    """The piles on offer as a viewer knows them."""
    offer = game.observe(viewer).offer
    assert offer is not None
    return [str(pile) for pile in offer.piles]


def legal(game: Game) -> list[str]:
    """The legal moves in notation."""
    return texts(game.legal_moves())


def texts(moves: Iterable[Move]) -> list[str]:
    """Moves in notation."""
    return [str(move) for move in moves]


def refused(game: Game, text: str, *, player: int | None = None) -> str:
    """The reason why this move, in notation, is illegal. It must not change the game."""
    return reason_against(game, parse_move(text), player=player)


def reason_against(game: Game, move: Any, *, player: Any = None) -> str:
    """The same for a move of any kind."""
    before = game.state, game.history
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move, player=player)
    assert (game.state, game.history) == before
    return str(caught.value)


def _deal_for(variant: Variant, starter: str, second: str) -> str:
    used = [
        "".join(c for play in plays.split() for c in play.split("/")[0] if c.isalpha())
        for plays in (starter, second)
    ]
    rest = str(variant.row.deck)
    for letter in "".join(used):
        rest = rest.replace(letter, "", 1)
    drawn = "".join(a + b for a, b in zip(used[0][6:], used[1][6:], strict=True))
    box, left = rest[: variant.removed], rest[variant.removed :]
    return box + used[0][:6] + used[1][:6] + drawn + left


def _in_turn(starter: str, second: str) -> str:
    turns = zip(starter.split(), second.split(), strict=True)
    return " ".join(play.replace("/", " /") for turn in turns for play in turn)
