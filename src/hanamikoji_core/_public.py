"""The public names that `hanamikoji_core` exports and loads together."""

from .engine.engine import Engine
from .errors import (
    CardsError,
    DecodeError,
    HanamikojiError,
    IllegalMoveError,
    PluginError,
    PluginWarning,
    SetupError,
    VariantError,
)
from .model.cards import Cards
from .model.drawing import draw_with
from .model.facedown import FaceDown
from .model.knowledge import Glimpse, Viewer
from .model.memory import DeckMark, Memory, Sighting
from .model.moves import Layout, Move, Pick, Play
from .model.notation import parse_move
from .model.observation import FaceDownView, Observation, OfferView
from .model.places import From, To
from .model.row import Favor, Geisha, Row
from .model.state import Offer, Outcome, Setup, State
from .play.game import Game
from .play.saves import to_plain
from .plugins import (
    PluginFault,
    available_house_rules,
    available_variants,
    load_engine,
    plugin_faults,
)
from .protocol.hookspecs import API_VERSION, hookimpl
from .protocol.markers import Action, ActionMarker, Ask, Marker, Place, Step, Take, Who
from .protocol.pile_marker import PileMarker
from .protocol.policies import FirstTo, Majority, MoreCharm, RoundEnd, RoundLimit, Scoring, Victory
from .protocol.variant import HouseRule, Variant

__all__ = [
    "API_VERSION",
    "Action",
    "ActionMarker",
    "Ask",
    "Cards",
    "CardsError",
    "DeckMark",
    "DecodeError",
    "Engine",
    "FaceDown",
    "FaceDownView",
    "Favor",
    "FirstTo",
    "From",
    "Game",
    "Geisha",
    "Glimpse",
    "HanamikojiError",
    "HouseRule",
    "IllegalMoveError",
    "Layout",
    "Majority",
    "Marker",
    "Memory",
    "MoreCharm",
    "Move",
    "Observation",
    "Offer",
    "OfferView",
    "Outcome",
    "Pick",
    "PileMarker",
    "Place",
    "Play",
    "PluginError",
    "PluginFault",
    "PluginWarning",
    "RoundEnd",
    "RoundLimit",
    "Row",
    "Scoring",
    "Setup",
    "SetupError",
    "Sighting",
    "State",
    "Step",
    "Take",
    "To",
    "Variant",
    "VariantError",
    "Victory",
    "Viewer",
    "Who",
    "available_house_rules",
    "available_variants",
    "hookimpl",
    "load_engine",
    "parse_move",
    "plugin_faults",
    "to_plain",
]


def _draw(thing: object) -> str:
    from . import svg  # Loaded only when the first picture is drawn.

    assert isinstance(thing, (Game, Observation, State))
    return svg.position(thing)


draw_with(_draw)
