"""Draws positions and markers as SVG, in a light and a dark style.

Each geisha has her own letter, shape and colour, so a picture can be read without colours. A card
that the viewer does not know is drawn face down and left out of the text alternative.
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
    """Draw a position as SVG.

    An `Observation` shows what its own viewer knows. A `State` or a `Game` shows what `viewer` may
    know: 0, 1, or ``None`` for a spectator. With ``covered=False`` it shows every card. Pass
    `variant` with a state or an observation to show the names of unused markers. `style` is the
    style sheet for the picture; pass ``""`` if the page already contains `STYLE`.

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
    """Describe a position in words, as in the picture's text alternative.

    >>> from hanamikoji_core import svg
    >>> svg.position_text(load_engine("base").start(seed=7)).split(".")[0]
    'Round 1, player 0 is to move'
    """
    scene = scene_of(*_seen(source, viewer, variant), covered=covered)
    return f"{title_of(scene)}. {text_of(scene)}"


def marker(thing: ActionMarker, *, style: str = STYLE) -> str:
    """Draw where the cards go when a marker is used, as SVG.

    For a `PileMarker` the picture follows from its fields. A marker written in code is run with all
    its plays and all picks. If its cards do not always go the same way, the picture shows the first
    way as an example.

    >>> from hanamikoji_core import svg
    >>> gift = available_variants()["base"].marker(0, 3)
    >>> "The opponent picks one of three piles" in svg.marker(gift)
    True
    """
    return draw_flow(flow_of(thing), style)


def marker_text(thing: ActionMarker) -> str:
    """Describe in words where the cards go, as in the picture's text alternative.

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
