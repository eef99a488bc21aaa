"""The directive that replays a transcript and draws the final position."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from .. import svg
from ..errors import HanamikojiError
from ..model.state import State
from ..play.game import Game
from ..protocol.policies import MoreCharm, RoundLimit
from ._domain import domain_of
from ._nodes import disclosure, picture, translatable

__all__ = ["PositionDirective"]

_VIEWERS = {"0": 0, "1": 1, "spectator": None, "open": None}


def _viewer(argument: str) -> str:
    return directives.choice(argument, tuple(_VIEWERS))


class PositionDirective(SphinxDirective):
    """``.. hanamikoji-position:: CAPTION`` with a transcript as its content.

    * ``:viewer:`` is ``0``, ``1``, ``spectator`` (the default) or ``open``, which shows every card.
    * ``:scored:`` draws the table after scoring the last complete round.
    * ``:outcome:`` is the expected reason for the end of the game, or ``none``. The build fails if
      the game ends differently.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "viewer": _viewer,
        "scored": directives.flag,
        "outcome": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """The picture, its caption and the transcript."""
        domain_of(self.env).note_generated()
        transcript = " ".join(" ".join(self.content).split())
        try:
            game = Game.from_transcript(transcript)
            self._check_outcome(game)
            state = _as_scored(game) if "scored" in self.options else game.state
        except HanamikojiError as error:
            raise self.error(f"this position cannot be reached: {error}") from error
        return [self._figure(game, state, transcript)]

    def _check_outcome(self, game: Game) -> None:
        wanted = self.options.get("outcome")
        if wanted is None:
            return
        reason = "none" if game.outcome is None else game.outcome.reason
        if reason != wanted:
            raise self.error(f"the outcome of this game is {reason!r}, not {wanted!r}")

    def _figure(self, game: Game, state: State, transcript: str) -> nodes.Node:
        name = self.options.get("viewer", "spectator")
        viewer, covered, variant = _VIEWERS[name], name != "open", game.engine.variant
        figure = nodes.container(classes=["hk-example"])
        figure += picture(
            svg=svg.position(state, viewer=viewer, covered=covered, variant=variant, style=""),
            text=svg.position_text(state, viewer=viewer, covered=covered, variant=variant),
        )
        if self.arguments:
            inline, messages = self.parse_inline(self.arguments[0])
            caption = nodes.paragraph("", "", *inline, classes=["hk-caption"])
            figure += translatable(caption, self.arguments[0], self)
            figure += messages
        code = nodes.literal_block(transcript, transcript, language="text", classes=["hk-wrap"])
        figure += disclosure("", code, summary="The moves")
        return figure


def _as_scored(game: Game) -> State:
    """The position after scoring the last complete round, before the next deal.

    To stop there, the game is replayed with a round limit.
    """
    last = game.state.round if game.outcome is not None else game.state.round - 1
    if last < 1:
        raise HanamikojiError("no round has been scored yet")
    ending = evolve(game.engine.variant, limit=RoundLimit(last, MoreCharm()))
    start = game.engine.variant, game.state.setup
    again = Game.new(
        ending,
        seed=start[1].seed,
        first_player=_first_player(game),
        deals=start[1].deals,
    )
    for move in game.history:
        if again.outcome is not None:
            break
        again.play(move)
    return again.state if game.outcome is not None else evolve(again.state, outcome=None)


def _first_player(game: Game) -> int:
    rounds = game.state.round
    now = game.state.starting_player
    return now if rounds % 2 else 1 - now
