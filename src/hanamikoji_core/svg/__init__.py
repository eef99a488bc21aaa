"""Pictures of positions and markers, as SVG text with its own style for light and dark.

Geisha are told apart by letter, shape and colour, so that no colour is needed to read a picture.
What the viewer does not know is drawn covered, and is in no word of the text alternative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.knowledge import Viewer
from ..model.observation import Observation
from ..model.state import State
from ._flow import flow_of, flow_text
from ._flow_drawing import draw_flow
from ._position import draw_position
from ._scene import scene_of
from ._style import STYLE
from ._words import text_of, title_of

if TYPE_CHECKING:
    from ..play.game import Game
    from ..protocol.markers import ActionMarker
    from ..protocol.variant import Variant

__all__ = ["STYLE", "marker", "marker_text", "position", "position_text"]


def position(
    source: State | Observation | Game,
    *,
    viewer: Viewer = None,
    covered: bool = True,
    variant: Variant | None = None,
    style: str = STYLE,
) -> str:
    """A position as SVG.

    An `Observation` is drawn as its own viewer knows it. A `State` or a `Game` is drawn as
    `viewer` (0, 1, or ``None``: a spectator) may know it, or with every card open if not
    `covered`. A `variant` names the markers that are still to be used; a `Game` knows its own.
    `style` is the style sheet to put inside: ``""`` where the page has it already.

    >>> from hanamikoji_core import svg
    >>> picture = svg.position(load_engine("base").start(seed=7))
    >>> picture[:4], "Player 0 holds seven hidden cards" in picture
    ('<svg', True)
    """
    scene = scene_of(*_seen(source, viewer, variant), covered=covered)
    return draw_position(scene, style)


def position_text(
    source: State | Observation | Game,
    *,
    viewer: Viewer = None,
    covered: bool = True,
    variant: Variant | None = None,
) -> str:
    """The same position in words, as in the picture's text alternative.

    >>> from hanamikoji_core import svg
    >>> svg.position_text(load_engine("base").start(seed=7)).split(".")[0]
    'Round 1, player 0 is to move'
    """
    scene = scene_of(*_seen(source, viewer, variant), covered=covered)
    return f"{title_of(scene)}. {text_of(scene)}"


def marker(thing: ActionMarker, *, style: str = STYLE) -> str:
    """How cards flow when a marker is used, as SVG.

    A `PileMarker` says all of it. A marker written in code is followed through its plays and every
    answer to its questions; if cards do not always go the same way, the first is shown as an
    example.

    >>> from hanamikoji_core import svg
    >>> gift = available_variants()["base"].marker(0, 3)
    >>> "The opponent picks one of three piles" in svg.marker(gift)
    True
    """
    return draw_flow(flow_of(thing), style)


def marker_text(thing: ActionMarker) -> str:
    """The card flow in words, as in the picture's text alternative.

    >>> from hanamikoji_core import svg
    >>> svg.marker_text(available_variants()["base"].marker(0, 2))
    'Trade-off: two cards of your hand are laid down. They go aside, face down, not scored.'
    """
    return flow_text(flow_of(thing))


def _seen(
    source: State | Observation | Game, viewer: Viewer, variant: Variant | None
) -> tuple[State | Observation, Viewer, Variant | None]:
    if isinstance(source, (State, Observation)):
        return source, viewer, variant
    return source.state, viewer, variant or source.engine.variant
