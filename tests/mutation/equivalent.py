"""Mutants that no test can tell from the code: the function, a line of the change, and why."""

from __future__ import annotations

from typing import Final

from tests.mutation.equivalent_kit import EQUIVALENT_IN_THE_KIT

_ONLY_QUICKER: Final = "a cache that is not used: slower, with the same answers"
_ASKED: Final = "asking sets it before anybody looks at it"
_NO: Final = "only asked whether it is so, and both are as good as no"
_BIG: Final = "what Python takes where nothing is said"
_CUT: Final = "how the work is cut up is a matter of speed"
_NEAREST: Final = "only the first, the nearest, is told"
_NOT_GIVEN: Final = "made in one place, which does not give it"
_FAR: Final = "a limit far above what any marker lists"
_ANY_FOLDER: Final = "any folder would do"
_ANY_VERSION: Final = "any number but those of earlier releases"
_NO_STYLE: Final = "no style sheet, either"
_SAME_FOR_BOTH: Final = "both players have the same markers"
_CELL: Final = "an empty cell, too"
_ENDS: Final = "only where lines end otherwise"
_NEVER: Final = "every event has a case"
_REFUSED: Final = "more is read, and refused all the same"
_STATED: Final = "the field says what its default is; it stands there for the reader"

EQUIVALENT: Final[dict[str, dict[str, str]]] = {
    "hanamikoji_core.engine.action:laid_out": {
        "chooser=None,": _ASKED,
        "pick=None,": _ASKED,
        "pick=1,": _ASKED,
        "among=None,": _ASKED,
    },
    "hanamikoji_core.engine.views:look": {
        "_sightings(state, viewer) if (memory.sightings) or True else (),": _ONLY_QUICKER,
    },
    "hanamikoji_core.cli._app:_Commands.main": {
        'extra["standalone_mode"] = None': _NO,
        "status = super().main(args, **extra)": "nobody gives more by position",
    },
    "hanamikoji_core.cli._board:_print_player": {
        'grid.add_row(None, _labelled("markers", _markers(screen, engine, view, player)))': _CELL,
        'grid.add_row(None, _labelled("face down", Text(", ").join(shown)))': _CELL,
    },
    "hanamikoji_core.cli.variants:_table": {
        "shown.add_column(heading, no_wrap=heading == headings[0], overflow=None)": (
            "what Rich does where nothing is said"
        ),
    },
    "hanamikoji_core.cli._narrate:": {
        "_offered: tuple[Glimpse, ...] = None": "set before anybody reads it",
        "_laid: list[tuple[_Line, int]] = None": "set before anybody reads it",
        "drawn: Text = None": "no text, either",
    },
    "hanamikoji_core.cli._narrate:Narrator._tell": {
        "case _:": _NEVER,
        "assert_never(None)": _NEVER,
    },
    "hanamikoji_core.cli._narrate:_better": {
        "return mine if len(mine.known) > len(theirs.known) else theirs": (
            "who sees as many of some cards sees the same"
        ),
    },
    "hanamikoji_core.cli._screen:table": {
        "return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=None, "
        "header_style=header_style)": _NO,
    },
    "hanamikoji_core.cli._screen:open_screen": {
        "out = Console(markup=None, emoji=False)": _NO,
        "out = Console(markup=False, emoji=None)": _NO,
        "err = Console(stderr=True, markup=None, emoji=False)": _NO,
        "err = Console(stderr=True, markup=False, emoji=None)": _NO,
    },
    "hanamikoji_core.cli._session:Session.run": {
        'self.screen.print(Text(f"Saved in {self.save}.", "dim"), wrap=None)': _NO,
        'self.screen.print(Text(self.game.to_transcript(), "dim"), wrap=None)': _NO,
    },
    "hanamikoji_core.cli._session:_PersonSession.store": {
        'self.screen.print(Text(f"Saved in {self.save}.", "dim"), wrap=None)': _NO,
    },
    "hanamikoji_core.cli.check:_telling": {
        'screen.print(Text(f"{result.check:<18}{result.told}"), wrap=None)': _NO,
        "with Live(under_way(), console=screen.out, auto_refresh=None, transient=True) as live:": (
            _NO
        ),
    },
    "hanamikoji_core.cli.check:_row": {
        "row = Table.grid(padding=(1, 2))": "nothing is above or below a single row",
    },
    "hanamikoji_core.cli.check:_sum_up": {
        "screen.print(Text(str(result.ruling)), wrap=None)": _NO,
    },
    "hanamikoji_core.cli.new:_fill": {
        'path.write_text(Template(text).substitute(names), encoding="utf-8", newline=None)': _ENDS,
        'path.write_text(Template(text).substitute(names), encoding="utf-8", )': _ENDS,
    },
    "hanamikoji_core.cli._session:AutoSession.tell": {
        "super().tell(None)": "nobody else is told",
    },
    "hanamikoji_core.cli._files:_text": {
        "data = sys.stdin.buffer.read(None)": _REFUSED,
        "data = sys.stdin.buffer.read(_MOST_BYTES + 2)": _REFUSED,
        "data = file.read(None)": _REFUSED,
        "data = file.read(_MOST_BYTES + 2)": _REFUSED,
    },
    "hanamikoji_core.svg._draw:_plain": {
        'return f"{value:.2f}".rstrip("XX0XX").rstrip(".")': "no number ends in an X",
    },
    "hanamikoji_core.svg._draw:card_back": {
        'def card_back(x: float, y: float, letter: str = "", kind: int = 1) -> str:': (
            "without a letter no kind is drawn"
        ),
    },
    "hanamikoji_core.svg._draw:_petals": {
        'return f"M{_plain(gaps[0][0])} {_plain(gaps[1][1])}{arcs}Z"': (
            "the gaps beside the first petal are as high as each other"
        ),
    },
    "hanamikoji_core.svg._scene:scene_of": {
        "view = look(source, viewer, None) if isinstance(source, State) else source": (
            "legal moves are not drawn"
        ),
    },
    "hanamikoji_core.svg._position:draw_position": {
        "add(*_placed(scene, bottom, upwards=None))": _NO,
    },
    "hanamikoji_core.sphinxext:setup": {
        'app.connect("missing-reference", unlinked, priority=901)  # after intersphinx': (
            "as late as that"
        ),
    },
    "hanamikoji_core.sphinxext:_write_style": {
        'folder = Path(app.doctreedir) / "XXhanamikojiXX"': _ANY_FOLDER,
        'folder = Path(app.doctreedir) / "HANAMIKOJI"': _ANY_FOLDER,
    },
    "hanamikoji_core.sphinxext._domain:": {
        "data_version = None": _ANY_VERSION,
        "data_version = 3": _ANY_VERSION,
    },
    "hanamikoji_core.sphinxext._domain:HanamikojiDomain.resolve_any_xref": {
        "link = self.resolve_xref(None, fromdocname, builder, kind, target, node, contnode)": (
            "Sphinx gives it, and it is not looked at"
        ),
    },
    "hanamikoji_core.sphinxext._position:PositionDirective._figure": {
        'code = nodes.literal_block(None, transcript, language="text", classes=["hk-wrap"])': (
            "the page is the same"
        ),
        "svg=svg.position(state, viewer=viewer, covered=covered, variant=variant, style=None),": (
            _NO_STYLE
        ),
    },
    "hanamikoji_core.sphinxext._variants:_Generated.marker_block": {
        "block += picture(svg=svg.marker(marker, style=None), text=text)": _NO_STYLE,
    },
    "hanamikoji_core.sphinxext._variants:VariantDirective._markers": {
        "for player in (1,) if same else (0, 1):": _SAME_FOR_BOTH,
    },
    "hanamikoji_core.sphinxext._words:_marker_differences": {
        "for player in (1,) if same_for_both else (0, 1):": _SAME_FOR_BOTH,
    },
    "hanamikoji_core.sphinxext._words:_same": {
        "unmarked = [evolve(marker, rules=None) for marker in unmarked]": (
            "both have the same rules then, too"
        ),
    },
    "hanamikoji_core.engine.chance:chance": {
        "return int.from_bytes(digest, )": _BIG,
    },
    "hanamikoji_core.engine.transitions:": {
        '_CARD: Final = {letter: Cards(letter) for letter in "XXABCDEFGHIJKLMNOPQRSTUVWXYZXX"}': (
            "the same letters again"
        ),
    },
    "hanamikoji_core.engine.transitions:Machine._list_moves": {
        "of.moves[used][hand] = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.transitions:Machine._play": {
        "script = None": _ONLY_QUICKER,
        'script = ""': _NO,
        "if type(None) is not Script or script.of is not of:": _ONLY_QUICKER,
        "legal = None": _NO,
        "legal = False": _ONLY_QUICKER,
        "if script is not None or not legal:": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.transitions:Machine._pick": {
        "answers = None": _ONLY_QUICKER,
        "stage = None": _ONLY_QUICKER,
        "stage = answers.after[answers.picks.index(None)]": _ONLY_QUICKER,
        "if stage is not None and answers is not None:": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.transitions:Machine._go_on": {
        "return self._done(now, evolve(stage, plain=None), now.hands, log)": _NO,
    },
    "hanamikoji_core.engine.transitions:Machine._done": {
        "turn = None": _ONLY_QUICKER,
        "turn = self._next[player][marker].get(None)": _ONLY_QUICKER,
        "if (effects.plain) and False:": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.transitions:Machine._turn_after": {
        "self._next[player][marker][used] = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.transitions:Machine._check_accounts": {
        "due = None": _ONLY_QUICKER,
        "due = self._due.get(None)": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:": {
        "_MOST_PLAYS: Final = None": _FAR,
        "_MOST_PLAYS: Final = 100001": _FAR,
        "init=None, factory=lambda: defaultdict(dict)": _NOT_GIVEN,
        "factory=lambda: defaultdict(dict)": _NOT_GIVEN,
        "init=True, factory=lambda: defaultdict(dict)": _NOT_GIVEN,
        "hand_only: bool = None": _NOT_GIVEN,
        "hand_only: bool = field(init=None)": _NOT_GIVEN,
        "blank: Observation = None": _NOT_GIVEN,
        "blank: Observation = field(init=None)": _NOT_GIVEN,
        "scripts: dict[int, dict[Layout, Script]] = None": _NOT_GIVEN,
        "scripts: dict[int, dict[Layout, Script]] = field(init=None)": _NOT_GIVEN,
        **{
            f"{what} = field({how}factory=dict)": _NOT_GIVEN
            for what in (
                "layouts: dict[tuple[int, Cards], tuple[Layout, ...]]",
                "offers: dict[OfferKey, Answers]",
            )
            for how in ("init=None, ", "", "init=True, ")
        },
    },
    "hanamikoji_core.protocol.pile_marker:": {
        "any_cards: ClassVar[bool] = None": _ONLY_QUICKER,
        "any_cards: ClassVar[bool] = False": _ONLY_QUICKER,
    },
    "hanamikoji_core.model.row:": {
        **{
            f"{what} = field(init=None, repr=False, eq=False)": _NO
            for what in ("letters: str", "deck: Cards", "_charm: tuple[int, ...]")
        },
        **{
            f"{what} = field(init=False, repr=False, {how})": "it follows from the geisha"
            for what in ("letters: str", "deck: Cards", "_charm: tuple[int, ...]")
            for how in ("eq=None", "", "eq=True")
        },
    },
    "hanamikoji_core.protocol.policies:": {
        "tie_resets: bool = None": _NO,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.__attrs_post_init__": {
        "self.hand_only = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.listed": {
        "found = None": _ONLY_QUICKER,
        "found = self.layouts.get(None)": _ONLY_QUICKER,
        "self.layouts[number, hand] = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.known": {
        "return self.scripts[play.marker].get(None)": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.stage": {
        "action = laid_out(player, script.play, None)": (
            "what is fixed by its play comes from the hand"
        ),
        "script.fixed = None": _ONLY_QUICKER,
        "script.fixed = stage is None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.stage_after": {
        "stage = None": _ONLY_QUICKER,
        "answers.after[answers.picks.index(pick)] = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.choices": {
        "answers = None": _ONLY_QUICKER,
        "return picks_of(offer) if (answers is None) or True else answers.picks": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.answers": {
        "found = None": _ONLY_QUICKER,
        'found = ""': _ONLY_QUICKER,
        "if type(None) is not Answers or found.of is not self:": _ONLY_QUICKER,
        "found = self.offers.get(None)": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf._fixed": {
        "answers = None": _ONLY_QUICKER,
        "answers = Answers(None, stage, picks, [None] * len(picks))": _ONLY_QUICKER,
        "_attach(stage, None)": _ONLY_QUICKER,
        "self.offers[stage.player, stage.marker, stage.piles, stage.picks] = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:MarkersOf.script": {
        "found = None": _ONLY_QUICKER,
        "found = known.get(None)": _ONLY_QUICKER,
        "None, marker, play, from_hand, bool(marker.any_cards), bool(marker.hand_only)": (
            _ONLY_QUICKER
        ),
        "self, marker, play, from_hand, None, bool(marker.hand_only)": _ONLY_QUICKER,
        "known[piles] = None": _ONLY_QUICKER,
        "self, marker, play, from_hand, bool(None), bool(marker.hand_only)": _ONLY_QUICKER,
    },
    "hanamikoji_core.engine.compiled:_listed": {
        'found[layout] = ""': "a dictionary that serves as an ordered set; its values are not read",
    },
    "hanamikoji_core.model.cards:Cards.combinations": {
        "found = known.get(None)": _ONLY_QUICKER,
        "known = None": _ONLY_QUICKER,
        "found = None": _ONLY_QUICKER,
        "known[k] = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.model.cards:Cards.parse": {
        "if len(text) >= _MOST and any(text.count(letter) > _MOST for letter in set(text)):": (
            "of no letter are there more than of all"
        ),
        "return _KEPT.get(None) or _shared(code)": _ONLY_QUICKER,
    },
    "hanamikoji_core.model.cards:": {
        "_KEPT_MOST: Final = 1 >> 16": _ONLY_QUICKER,
        "_KEPT_MOST: Final = 2 << 16": _ONLY_QUICKER,
    },
    "hanamikoji_core.model.cards:_shared": {
        'found._counted = ("XXXX", ())': "no row is lettered so; it is filled in when first asked",
    },
    "hanamikoji_core.model.cards:_choices": {
        'before = "XXXX"': "no letter equals it either",
        "before = None": "no letter equals it either",
    },
    "hanamikoji_core.model.cards:_without": {
        "if code <= 0 or code & _TOP:": "no cards at all are always found before",
        "if code < 1 or code & _TOP:": "no cards at all are always found before",
    },
    "hanamikoji_core.play.saves:": {
        "re.ASCII,": "no variant has a blank in its name, of whatever kind",
    },
    "hanamikoji_core.play.saves:parse_line": {
        "FORMAT,": "a transcript has no format and version; nobody reads these fields of it",
        "VERSION,": "a transcript has no format and version; nobody reads these fields of it",
    },
    "hanamikoji_core.engine.engine:Engine.start": {
        "seed = int.from_bytes(os.urandom(8), )": _BIG,
    },
    "hanamikoji_core.play.game:Game.events": {
        "events = self.engine.narrate_start(self._states[0], player)": "there was nothing in it",
    },
    "hanamikoji_core.engine.engine:Engine.legal_moves": {
        "moves = self._of[player].moves[state.used[player]].get(None)": _ONLY_QUICKER,
        "return moves if (moves is not None) and False else self._list_moves(state, player)": (
            _ONLY_QUICKER
        ),
        "moves = None": _ONLY_QUICKER,
    },
    "hanamikoji_core.play.players:GreedyPlayer.choose": {
        "return _any_alike(move, view.offer, view.offer.piles, self.rng) "
        "if (view.offer) or True else move": "without an offer there is no pick to choose",
    },
    "hanamikoji_core.play.players:GreedyPlayer._best": {
        "worth = [1.0] * len(moves)": "only compared with each other",
        "return _any([m for m, w in zip(moves, worth, strict=True) if w >= best - 1e-9], "
        "self.rng)": "nothing is worth less by exactly the margin for rounding",
    },
    "hanamikoji_core.play.players:_judged": {
        "lead += (1.0 if over else _FAVOR) / (1 if owner == me else -1)": "by 1 or -1",
    },
    "hanamikoji_core.play.simulation:": {
        "_CHUNKS: Final = 201": _CUT,
        "_MOST_CHUNK: Final = 2001": _CUT,
        "_AHEAD: Final = 1001": _CUT,
    },
    "hanamikoji_core.play.simulation:_game": {
        "if type(None) is RandomPlayer:": _ONLY_QUICKER,
    },
    "hanamikoji_core.play.simulation:_seed": {
        "return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), )": _BIG,
    },
    "hanamikoji_core.plugins._registry:Registry._called": {
        "things = list(islice(answer, _MOST + 2)) if isinstance(answer, Iterable) else None": (
            "how far past the limit it looks"
        ),
    },
    "hanamikoji_core.plugins._registry:": {
        f"_engines: dict[str, Engine] = field(factory=dict, {how})": _NOT_GIVEN
        for how in ("init=None", "", "init=True")
    },
    "hanamikoji_core.protocol.markers:": {
        "shown: bool = None": _NO,
        "hand_only: ClassVar[bool] = None": _NO,
        "any_cards: ClassVar[bool] = None": _NO,
    },
    "hanamikoji_core.plugins._hooks:nearest": {
        "return next(iter(get_close_matches(name[:101], sorted(names), n=1)), None)": (
            "no name is near to one as long as that"
        ),
        "return next(iter(get_close_matches(name[:100], sorted(names), )), None)": _NEAREST,
        "return next(iter(get_close_matches(name[:100], sorted(names), n=2)), None)": _NEAREST,
    },
    "hanamikoji_core.engine.faults:said": {
        "text = None": _NO,
    },
    "hanamikoji_core.svg._draw:_corners": {
        "for _ in range(4):": "the fourth turn is the first arm again",
    },
    "hanamikoji_core.svg._flow_drawing:_target": {
        'how = ""': _NO,
        'icon = tag("g", _blank(0, 0, up=None), transform="translate(9 10) scale(.75)")': _NO,
    },
    "hanamikoji_core.svg._position:_kind": {
        "return scene.row.letters.rindex(letter)": "a row has each letter once",
    },
    "hanamikoji_core.cli._session:_PersonSession.__init__": {
        'self.choices: Sequence[Move] | None = ""': "set before anybody reads it",
    },
    "hanamikoji_core.protocol.policies:Majority.__call__": {
        "favor.append(0 if here >= there else 1)": "equal counts were told apart before",
        "favor[i] = 0 if lead >= 0 else 1": "equal counts were told apart before",
    },
    "hanamikoji_core.protocol.policies:MoreCharm.__call__": {
        'return Outcome(int(charm[1] >= charm[0]), f"{max(charm)} charm points to {min(charm)}")': (
            "equal charm was told apart before"
        ),
    },
    "hanamikoji_variants.house_rules:_three_rounds_plain": {
        "return evolve(variant, limit=RoundLimit(3, MoreCharm(compare_favors=None, "
        'rules=("H2",))))': "only asked whether it is so, and nothing is as good as False",
    },
    **EQUIVALENT_IN_THE_KIT,
    **{
        f"hanamikoji_variants.mini_expansion_{number}:": {"removed=0,": _STATED}
        for number in (1, 2, 4, 7)
    },
}


def as_markdown() -> str:
    """The list above for readers: for each reason, the functions and the lines of the changes."""
    told: dict[str, list[str]] = {}
    for place, named in EQUIVALENT.items():
        module, _, where = place.partition(":")
        called = f"`{module.removeprefix('hanamikoji_core.')}`" + (f", `{where}`" if where else "")
        for why in dict.fromkeys(named.values()):
            lines = "; ".join(f"`{line}`" for line in named if named[line] == why)
            told.setdefault(why, []).append(f"- {called}: {lines}")
    return "\n\n".join(
        f"{why[0].upper()}{why[1:]}:\n\n" + "\n".join(lines) for why, lines in told.items()
    )
