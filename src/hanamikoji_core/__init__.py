"""The rules of the two-player card game Hanamikoji. Every variant is a plug-in.

>>> game = Game.new("base", seed=7)
>>> while game.outcome is None:
...     game.play(game.legal_moves()[0])
>>> game.outcome.winner in (0, 1)
True
"""

# ruff: noqa: F405 (the names are those of _public.py)
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._public import *  # noqa: F403
    from .play.players import GreedyPlayer, Player, RandomPlayer
    from .play.simulation import simulate
    from .play.summary import SimulationError, Summary

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

# Loaded on first use: not every program needs computer players.
_LATER = {
    "GreedyPlayer": ".play.players",
    "Player": ".play.players",
    "RandomPlayer": ".play.players",
    "SimulationError": ".play.summary",
    "Summary": ".play.summary",
    "simulate": ".play.simulation",
}


def __getattr__(name: str) -> object:
    # Importing the package loads nothing else. The command line is part of the package, and it can
    # thus handle Ctrl-C while the rest is still loading.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_LATER.get(name, "._public"), __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
