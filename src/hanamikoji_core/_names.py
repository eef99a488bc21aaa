"""What every program needs of the library, in one place; `hanamikoji_core` exports it."""

from .cards import Cards
from .codec import to_plain
from .engine import Engine
from .errors import (
    CardsError,
    DecodeError,
    HanamikojiError,
    IllegalMoveError,
    PluginError,
    PluginWarning,
    SetupError,
    SimulationError,
    VariantError,
)
from .game import Game
from .hookspecs import API_VERSION, hookimpl
from .knowledge import DeckMark, Glimpse, Memory, Sighting, Viewer
from .markers import Action, ActionMarker, Ask, From, Marker, Place, Step, Take, To, Who
from .moves import Layout, Move, Pick, Play
from .notation import parse_move
from .observation import FaceDownView, Observation, OfferView
from .pile_marker import PileMarker
from .plugins import (
    PluginFault,
    available_house_rules,
    available_variants,
    load_engine,
    plugin_faults,
)
from .policies import FirstTo, Majority, MoreCharm, RoundEnd, RoundLimit, Scoring, Victory
from .row import Favor, Geisha, Row
from .state import FaceDown, Offer, Outcome, Setup, State
from .variant import HouseRule, Variant

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
    "SimulationError",
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
