"""The result of a simulation, and the error that ends one early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from ..errors import HanamikojiError

__all__ = ["SimulationError", "Summary"]


def _add_counts(mine: Mapping[Any, int], theirs: Mapping[Any, int]) -> dict[Any, int]:
    return {key: mine.get(key, 0) + theirs.get(key, 0) for key in sorted({*mine, *theirs})}


@frozen(kw_only=True)
class Summary:
    """The results of many games. Add two with ``+`` if they have the same variant and players.

    * `variant`, `players`: the variant and the players in seats 0 and 1.
    * `games`: the number of games. This includes `draws` and `unfinished` games, which were stopped
      after 5,000 moves.
    * `wins`: the wins of each seat.
    * `wins_by_start`: the wins of the player who started the first round, and of the other player.
    * `endings`: the number of games for each reason; numbers in the reason are replaced by N.
    * `rounds`: the number of games for each number of rounds.
    * `decisions`: the number of moves in all games.

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
                f"cannot add {other.variant!r} played by {other.players} to {self.variant!r} "
                f"played by {self.players}; both summaries need the same variant and players"
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
            endings=_add_counts(self.endings, other.endings),
            rounds=_add_counts(self.rounds, other.rounds),
        )

    @property
    def mean_rounds(self) -> float:
        """The mean number of rounds in finished games, or 0.0 if there are none.

        >>> Summary(variant="base", players=("random", "random"), rounds={2: 1, 3: 1}).mean_rounds
        2.5
        """
        games = sum(self.rounds.values())
        return sum(n * count for n, count in self.rounds.items()) / games if games else 0.0


class SimulationError(HanamikojiError):
    """A player or a plug-in failed in a game of a simulation. The message describes the failure.

    * `game`: the number of the game in its simulation, starting at 0.
    * `seed`: the seed for its deals.
    * `transcript`: the game up to the failure, for `Game.from_transcript`.
    * `summary`: the summary of the games that had finished. With an executor, these can differ from
      run to run.

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
player 0 has no marker 9; the unused markers are 1, 2, 3, 4
    """

    def __init__(
        self, text: str, *, game: int, seed: int, transcript: str, summary: Summary
    ) -> None:
        super().__init__(text)
        self.game, self.seed = game, seed
        self.transcript, self.summary = transcript, summary

    def __reduce__(self) -> tuple[object, ...]:
        # Errors come back from other processes, and Exception does not pickle keyword arguments.
        return _rebuild, (str(self), self.game, self.seed, self.transcript, self.summary)


def _rebuild(text: str, game: int, seed: int, transcript: str, summary: Summary) -> SimulationError:
    return SimulationError(text, game=game, seed=seed, transcript=transcript, summary=summary)
