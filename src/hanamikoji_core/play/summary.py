"""What a simulation counted, and the error that ends one early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from ..errors import HanamikojiError

__all__ = ["SimulationError", "Summary"]


def _added(mine: Mapping[Any, int], theirs: Mapping[Any, int]) -> dict[Any, int]:
    return {key: mine.get(key, 0) + theirs.get(key, 0) for key in sorted({*mine, *theirs})}


@frozen(kw_only=True)
class Summary:
    """What came of some games. Summaries of one variant and the same players add up with ``+``.

    * `variant`, `players`: what was played, and by whom in seats 0 and 1.
    * `games`: how many; `draws` of them were drawn, `unfinished` were given up after 5,000 moves.
    * `wins`: by seat. `wins_by_start`: of the player who started the first round, and of the other.
    * `endings`: how many games ended for which reason, with N for the numbers in it.
    * `rounds`: how many games took how many rounds. `decisions`: moves in all games.

    >>> ten = simulate("base", 10, seed=1)
    >>> sum(ten.wins) + ten.draws, sum(ten.rounds.values()), sum(ten.endings.values())
    (10, 10, 10)
    """

    variant: str
    players: tuple[str, str]
    games: int = 0
    wins: tuple[int, int] = (0, 0)
    wins_by_start: tuple[int, int] = (0, 0)
    draws: int = 0
    unfinished: int = 0
    decisions: int = 0
    endings: dict[str, int] = field(factory=dict, hash=False)
    rounds: dict[int, int] = field(factory=dict, hash=False)

    def __add__(self, other: Summary) -> Summary:
        if not isinstance(other, Summary):
            return NotImplemented
        if (self.variant, self.players) != (other.variant, other.players):
            raise ValueError(
                f"{self.variant!r} played by {self.players} and {other.variant!r} played by "
                f"{other.players} do not add up; add summaries of the same games"
            )
        return Summary(
            variant=self.variant,
            players=self.players,
            games=self.games + other.games,
            wins=(self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
            wins_by_start=(
                self.wins_by_start[0] + other.wins_by_start[0],
                self.wins_by_start[1] + other.wins_by_start[1],
            ),
            draws=self.draws + other.draws,
            unfinished=self.unfinished + other.unfinished,
            decisions=self.decisions + other.decisions,
            endings=_added(self.endings, other.endings),
            rounds=_added(self.rounds, other.rounds),
        )

    @property
    def mean_rounds(self) -> float:
        """Rounds per finished game; 0.0 where there is none.

        >>> Summary(variant="base", players=("random", "random"), rounds={2: 1, 3: 1}).mean_rounds
        2.5
        """
        games = sum(self.rounds.values())
        return sum(n * count for n, count in self.rounds.items()) / games if games else 0.0


class SimulationError(HanamikojiError):
    """A game of a simulation failed, because of a player or a plug-in; the text says how.

    * `game`: the number of that game in its simulation, from 0.
    * `seed`: the seed that its cards were dealt from.
    * `transcript`: the game up to the fault, for `Game.from_transcript`.
    * `summary`: what was counted so far, without that game. With an executor, which other games
      were over by then is a matter of time.

    >>> def careless(engine, rng):
    ...     class Careless:
    ...         def choose(self, view):
    ...             return Play(9, ())
    ...
    ...     return Careless()
    >>> try:
    ...     simulate("base", 4, players=(careless, "random"))
    ... except SimulationError as error:
    ...     print(error)
    game 0 failed after 0 moves: player 0 (careless) made an illegal move: \
player 0 has no marker 9; unused are 1, 2, 3, 4
    """

    def __init__(
        self, text: str, *, game: int, seed: int, transcript: str, summary: Summary
    ) -> None:
        super().__init__(text)
        self.game, self.seed = game, seed
        self.transcript, self.summary = transcript, summary

    def __reduce__(self) -> tuple[object, ...]:
        # It comes back from other processes, and Exception would forget what is given by name.
        return _again, (str(self), self.game, self.seed, self.transcript, self.summary)


def _again(text: str, game: int, seed: int, transcript: str, summary: Summary) -> SimulationError:
    return SimulationError(text, game=game, seed=seed, transcript=transcript, summary=summary)
