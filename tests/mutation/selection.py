"""Which tests are tried on which mutants: fast ones, aimed at the module."""

from __future__ import annotations

from typing import Final

#: Run by `python -m` alone; and what needs the clock that ends a fork.
LEFT_OUT: Final = ("hanamikoji_core.__main__", "hanamikoji_core.testing._patience")
PYTEST: Final = (
    *("-x", "-q", "-o", "addopts=", "--import-mode=importlib", "-m", "not slow"),
    *("-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:benchmark", "-p", "no:cov"),
    # They need that clock, too.
    "--ignore=tests/testing/test_patience.py",
)
#: For mutants of functions, by where the module is; which of these call the function is found out.
#: Tests that start a process of their own are left out: they run the code as it stands.
CALLING: Final[dict[str, tuple[str, ...]]] = {
    "hanamikoji_core.cli": (
        "tests/cli/test_app.py",
        "tests/cli/test_approved_screens.py",
        "tests/cli/test_board.py",
        "tests/cli/test_choosing.py",
        "tests/cli/test_files.py",
        "tests/cli/test_narrate.py",
        "tests/cli/test_play.py",
        "tests/cli/test_replay.py",
        "tests/cli/test_rules.py",
        "tests/cli/test_simulate_command.py",
        "tests/cli/test_variants.py",
        "tests/testing/test_check_command.py",
        "tests/test_new.py",
    ),
    "hanamikoji_core.play.players": ("tests/test_players.py",),
    "hanamikoji_core.play.simulation": ("tests/test_simulate.py",),
    "hanamikoji_core.sphinxext": (
        "tests/sphinxext/test_approved_page.py",
        "tests/sphinxext/test_directives.py",
        "tests/sphinxext/test_words.py",
    ),
    "hanamikoji_core.svg": ("tests/svg",),
    "hanamikoji_core.testing": ("tests/rogues", "tests/test_conformance.py", "tests/testing"),
    # The core and the variants.
    "": (
        "tests/games",
        "tests/hidden_information",
        "tests/open_protocol/test_open_protocol.py",
        "tests/open_protocol/test_shown_and_taken.py",
        "tests/open_protocol/test_views_and_the_deck.py",
        "tests/plugins",
        "tests/properties",
        "tests/rules",
        "tests/test_cards.py",
        "tests/test_events.py",
        "tests/test_game.py",
        "tests/test_golden.py",
        "tests/test_illegal_moves.py",
        "tests/test_knowledge.py",
        "tests/test_messages.py",
        "tests/test_moves.py",
        "tests/test_near_misses.py",
        "tests/test_pile_marker.py",
        "tests/test_policies.py",
        "tests/test_public_names.py",
        "tests/test_row.py",
        "tests/test_saves.py",
        "tests/test_variant.py",
        "tests/svg/test_positions.py::test_a_notebook_shows_positions_covered",
    ),
}
_GOLDEN: Final = "tests/test_golden.py::test_a_seed_and_a_way_of_choosing_always_give_the_same_game"
_EVENTS: Final = "tests/test_events.py::test_"
#: Tests that notice much, for their time; where they call the function, they are tried early.
STRONG: Final = (
    *(f"{_GOLDEN}[{name}-0]" for name in ("base+three-rounds", "mini-expansion-1")),
    *(f"{_GOLDEN}[mini-expansion-{name}-0]" for name in ("2", "4+three-rounds-plain")),
    f"{_EVENTS}the_first_deal_is_told_to_each_player",
    f"{_EVENTS}what_was_revealed_and_placed_is_what_was_scored",
)
_RULES: Final = (
    "tests/rules/test_actions.py",
    "tests/rules/test_scoring.py",
    "tests/rules/test_victory_and_update.py",
)
_TABLE: Final = (
    "tests/rules/test_mini_expansion_2.py",
    "tests/rules/test_mini_expansion_4.py",
    "tests/open_protocol/test_open_protocol.py",
)
_SHIPPED: Final = ("tests/rules/test_what_ships_here.py",)
_SHARED: Final = (*_SHIPPED, "tests/rules/test_mini_expansions_shared.py")

#: For mutants of what lies around the functions of a module; and first for those of functions.
AROUND: Final[dict[str, tuple[str, ...]]] = {
    "hanamikoji_core": ("tests/test_public_names.py",),
    "hanamikoji_core.engine.action": ("tests/plugins/test_steps.py", *_RULES, *_TABLE),
    "hanamikoji_core.protocol.accounts": ("tests/test_variant.py",),
    "hanamikoji_core.engine.chance": ("tests/rules/test_deal.py",),
    "hanamikoji_core.engine.determinization": (
        "tests/hidden_information/test_worked_positions.py",
    ),
    "hanamikoji_core.engine.faults": ("tests/test_messages.py",),
    "hanamikoji_core.engine.legality": ("tests/test_illegal_moves.py",),
    "hanamikoji_core.engine.event_log": ("tests/test_events.py",),
    "hanamikoji_core.engine.views": (
        "tests/hidden_information/test_sightings_told.py",
        "tests/hidden_information/test_what_lies_open.py",
    ),
    "hanamikoji_core.engine.transitions": (*_RULES, *_TABLE),
    "hanamikoji_core.engine.compiled": (*_RULES, *_TABLE, "tests/plugins/test_misbehaving.py"),
    "hanamikoji_core.engine.rounds": (
        "tests/test_policies.py",
        "tests/test_game.py",
        "tests/plugins/test_faulty_policies.py",
        "tests/test_events.py",
    ),
    "hanamikoji_core.engine.table": ("tests/hidden_information/test_table.py", *_TABLE),
    "hanamikoji_core.model.cards": ("tests/test_cards.py",),
    "hanamikoji_core.play.saves": ("tests/test_game.py", "tests/test_saves.py"),
    "hanamikoji_core.engine.engine": ("tests/test_game.py",),
    "hanamikoji_core.play.game": ("tests/test_game.py", "tests/test_saves.py"),
    "hanamikoji_core.protocol.hookspecs": ("tests/plugins/test_loading.py",),
    "hanamikoji_core.model.knowledge": (
        "tests/test_knowledge.py",
        "tests/hidden_information/test_what_lies_open.py",
        "tests/hidden_information/test_worked_positions.py",
    ),
    "hanamikoji_core.protocol.markers": (
        "tests/plugins/test_steps.py",
        "tests/plugins/test_misbehaving.py",
        *_RULES,
        *_TABLE,
        "tests/test_pile_marker.py",
    ),
    "hanamikoji_core.model.moves": ("tests/test_moves.py",),
    "hanamikoji_core.model.notation": ("tests/test_moves.py",),
    "hanamikoji_core.protocol.pile_marker": ("tests/test_pile_marker.py", *_RULES),
    **{
        f"hanamikoji_core.plugins{module}": (
            "tests/plugins/test_loading.py",
            "tests/plugins/test_finding.py",
        )
        for module in ("", "._combine", "._find", "._hooks", "._registry")
    },
    "hanamikoji_core.protocol.policies": (
        "tests/test_policies.py",
        "tests/rules/test_house_rules.py",
    ),
    "hanamikoji_core.model.row": ("tests/test_row.py",),
    "hanamikoji_core.model.state": ("tests/test_game.py", *_TABLE),
    "hanamikoji_core.protocol.variant": ("tests/test_variant.py", *_SHARED),
    "hanamikoji_variants._mini_expansions": _SHARED,
    "hanamikoji_variants.base": (*_SHIPPED, "tests/rules/test_setup.py", *_RULES),
    "hanamikoji_variants.house_rules": (*_SHIPPED, "tests/rules/test_house_rules.py"),
    **{
        f"hanamikoji_variants.mini_expansion_{number}": (
            *_SHARED,
            f"tests/rules/test_mini_expansion_{number}.py",
        )
        for number in (1, 2, 4, 7)
    },
}


_KIT: Final = "tests/testing/test_"
#: The same for the kit, whose tests take long: those that are about the module come first.
_KIT_FIRST: Final[dict[str, tuple[str, ...]]] = {
    "_blame": ("blame",),
    "_check": ("checks",),
    "_elsewhere": ("elsewhere",),
    "_other_process": ("elsewhere",),
    "_parcel": ("parcel", "elsewhere"),
    "_reach": ("reach", "snapshots"),
    "_lines": ("what_is_tried",),
    "_machine": ("checks", "strategies"),
    "_pytest": ("checks",),
    "_rulings": ("rulings",),
    "_run": ("run", "check_command"),
    "_shrink": ("shrinking",),
    "_snapshots": ("snapshots", "rulings_on_values"),
    "_strategies": ("strategies",),
    "_subject": ("subject", "checks", "what_is_tried"),
    "_words": ("words",),
    "checks._effects": ("effects",),
    "checks._frozen": ("rulings_on_values",),
    "checks._hand_only": ("rulings_on_repeatable",),
    "checks._mixing": ("rulings_on_manners",),
    "checks._prompt": ("rulings_on_manners",),
    "checks._questions": ("rulings_on_repeatable",),
    "checks._repeatable": ("rulings_on_repeatable",),
    "checks._flow": ("rulings_on_flow", "false_alarms"),
    "checks._hidden": ("guesses",),
    "checks._knowledge": ("guesses",),
    "checks._legality": ("rulings_on_legality", "what_is_tried"),
    "checks._metadata": ("rulings_on_metadata",),
    "checks._outcome": ("rulings_on_outcome",),
    "checks._protocol": ("rulings_on_protocol",),
    "checks._round_ends": ("rulings_on_outcome", "rulings_on_scoring"),
    "checks._saves": ("saving_is_checked", "what_is_tried"),
    "checks._scoring": ("rulings_on_scoring",),
    "checks._secrecy": ("secrecy_step_by_step", "rulings_on_secrecy", "guesses"),
    "checks._spies": ("rulings_on_repeatable",),
    "checks._symmetries": ("symmetries", "rulings_on_symmetry"),
    "checks._table": ("rulings_on_table", "every_check_can_fail"),
    "checks._termination": ("rulings_on_outcome",),
    "checks._values": ("rulings_on_values",),
}
#: Not `adoption`, whose tests run pytest inside of pytest.
_KIT_ALL: Final = (
    *("subject", "checks", "words", "blame", "snapshots", "effects", "what_is_tried"),
    *(f"rulings_on_{what}" for what in ("metadata", "values", "protocol", "legality", "flow")),
    *(f"rulings_on_{what}" for what in ("repeatable", "secrecy", "symmetry")),
    *(f"rulings_on_{what}" for what in ("scoring", "outcome", "table")),
    "rulings",
    *(
        "secrecy_step_by_step",
        "symmetries",
        "strategies",
        "guesses",
        "saving_is_checked",
        "run",
        "shrinking",
    ),
    *("every_check_can_fail", "false_alarms", "check_command", "elsewhere"),
)


def room(module: str) -> str:
    """Where a module is: one of `CALLING`."""
    return next(name for name in CALLING if module.startswith(name))


def aimed(module: str) -> tuple[str, ...]:
    """The tests that are about the module."""
    kit = _KIT_FIRST.get(module.removeprefix("hanamikoji_core.testing."), ())
    return (*AROUND.get(module, ()), *(f"{_KIT}{name}.py" for name in kit))


def around(module: str) -> tuple[str, ...]:
    """The tests for what lies around the functions of a module; in a room all of the room."""
    where = room(module)
    if where == "hanamikoji_core.testing":
        return tuple(dict.fromkeys([*aimed(module), *(f"{_KIT}{name}.py" for name in _KIT_ALL)]))
    return aimed(module) or (CALLING[where] if where else ())
