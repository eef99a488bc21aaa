"""The rules of the two-player card game Hanamikoji, in which every variant is a plug-in.

>>> game = Game.new("base", seed=7)
>>> while game.outcome is None:
...     game.play(game.legal_moves()[0])
>>> game.outcome.winner in (0, 1)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from .players import GreedyPlayer, Player, RandomPlayer
    from .simulation import Summary, simulate

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
    "GreedyPlayer",
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
    "Player",
    "PluginError",
    "PluginFault",
    "PluginWarning",
    "RandomPlayer",
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
    "Summary",
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
    "simulate",
    "to_plain",
]

# Not every program plays by computer: these are loaded when they are first asked for.
_LATER = {
    "GreedyPlayer": ".players",
    "Player": ".players",
    "RandomPlayer": ".players",
    "Summary": ".simulation",
    "simulate": ".simulation",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_LATER[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
