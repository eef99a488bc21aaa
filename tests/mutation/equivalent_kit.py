"""The same for the conformance kit, where one answer is often as good as another: by reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_BY_REASON: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "how much is tried: another number would be as good": {
        "checks._effects:difference": (
            "def difference(engine: Engine, one: State, two: State, depth: int = "
            '4, unfollowed: str = "") -> str:',
        ),
        "_lines:_choices": (
            "while state.round <= rounds and len(chosen) <= MOST_MOVES:",
            "if state.offer is not None and len(state.offer.picks) >= MOST_ASKS:",
        ),
        "checks._termination:termination": (
            "if offer is not None and len(offer.picks) > MOST_ASKS:",
            "while state.to_move is not None and state.round <= last.after.round + _MOST_ROUNDS:",
        ),
        "checks._hidden:twins": ("for _ in range(5 * count):",),
        "checks._knowledge:_covers": (
            "examined = _covers_arrangements(subject, steps[at], _VIEWERS[i])",
            "if examined == 3:",
            "examined = 1",
            "examined -= _covers_arrangements(subject, steps[at], _VIEWERS[i])",
            "for step in subject.sample(steps, 3):",
        ),
        "checks._knowledge:_covers_arrangements": (
            "draws = ceil(26 / rarest) * (4 if own else 1)",
            "draws = ceil(25 / rarest) * (4 if (own) and False else 1)",
            "draws = ceil(25 / rarest) * (4 if own else 2)",
            "draws = ceil(25 / rarest) * (5 if own else 1)",
            "own = any(s.viewer != viewer for s in step.after.memory.sightings)",
            "if number / 64 == 0 and len(drawn) == len(possible):",
            "if number % 64 == 1 and len(drawn) == len(possible):",
            "own = None",
            "draws = ceil(25 / rarest) * (4 if (own) or True else 1)",
            "if draws >= _MOST_DRAWS:",
            "if draws > _MOST_DRAWS: return True",
            "if number % 65 == 0 and len(drawn) == len(possible):",
            "if number % 64 != 0 and len(drawn) == len(possible):",
        ),
        "checks._knowledge:_arrangements": (
            "if len(ways) >= _MOST_ARRANGEMENTS:",
            "if tried >= _MOST_DEALS:",
        ),
        "checks._saves:hostile_saves": ("count = 5 * subject.budget.positions",),
        "checks._symmetries:_same_game": (
            "for move in subject.sample(subject.moves(step.after), 9):",
        ),
        "checks._hand_only:hand_only": (
            "for step in subject.sample(course.steps, 5 * subject.budget.positions):",
            "for question in [*([listing] if listing else ()), *subject.sample(asked, 5)]:",
            "later = evolve(view, round=view.round + 6, favor=_shared_out(len(view.favor)))",
        ),
        "checks._repeatable:repeatable": ("for _ in range(3):",),
        "checks._knowledge:_covers_places": ("draws = 26 * len(places)",),
        "checks._legality:_complete_picks": (
            "for chosen in subject.sample(list(combinations(offer.among, offer.pick)), 13):",
        ),
        "checks._legality:_matters": (
            "def _matters(subject: Subject, one: State, two: State, depth: int = 5) -> bool:",
            "_matters(subject, engine.apply(one, move), engine.apply(two, move), depth - 2)",
        ),
        "checks._protocol:canonical": ("closely = number <= _CLOSELY",),
        "checks._secrecy:_stay_alike": ("for move in subject.sample(subject.moves(state), 7):",),
        "checks._table:_is_pure": ("for move in subject.moves(state)[:9]:",),
        "checks._values:_is_value": ("hashes = {hash(part) for _ in range(4)}",),
    },
    "any range of seeds would do": {
        "_strategies:games": (
            "seed=draw(st.integers(0, 2 * 32)),",
            "seed=draw(st.integers(0, 3**32)),",
            "seed=draw(st.integers(0, )),",
            "seed=draw(st.integers(0, None)),",
            "seed=draw(st.integers(0, 2**33)),",
        ),
        "checks._knowledge:_covers_arrangements": (
            "view, rng = subject.engine.observe(step.after, viewer), Random(1)",
        ),
        "checks._knowledge:_covers_places": (
            "view, rng = subject.engine.observe(step.after, viewer), Random(1)",
        ),
        "checks._repeatable:repeatable": ("_ask_again(question, None)",),
        "checks._repeatable:_ask_again": ("random.seed(None)",),
    },
    "any way to choose would do": {
        "_lines:_choices": ("return (*chosen, 1)",),
        "_strategies:games": ("game.play(moves[7920 * len(game.history) % len(moves)])",),
    },
    "other games are tried, which are as good": {
        "_run:run_checks": (
            "batch = 2",
            "batch += 2",
        ),
    },
    "what was removed lies in one lot": {
        "_shrink:_dealt": ('removed = "XXXX".join(str(lot.cards) for lot in state.facedown)',),
    },
    "any number stands for a move": {
        "_strategies:games": (
            "choice = st.integers(None, 2**16)",
            "choice = st.integers(0, None)",
            "choice = st.integers(0, 2**17)",
            "choice = st.integers(0, 3**16)",
            "choice = st.integers(0, )",
        ),
    },
    "chance never gives exactly that": {
        "_lines:_choose": ("if rng.random() <= 0.4:",),
    },
    "an even number of seats further is the same seat": {
        "_shrink:_fewer_rounds": (
            "first_player=(line.first_player + first + 1) % 2,",
            "first_player=(line.first_player - first - 1) % 2,",
        ),
    },
    "only the step of the first one is told": {
        "checks._flow:_with_others_taken": (
            'yield _Way(None, f"{way.play} after {exchange_told((one, two))},", course)',
        ),
    },
    "only asked whether it is so, and both are as good as no": {
        "_check:": ("alone: bool = None",),
        "_pytest:BoundCheck.__call__": ("pytest.fail(str(result), pytrace=None)",),
        "_shrink:shrunk": ("improved = None",),
        "checks._hidden:shape_of": ('slots = getattr(type(thing), "__attrs_attrs__", None)',),
        "checks._metadata:_problems": (
            'yield from _text(name, getattr(variant, name), f"a {name} for '
            'readers", sentence=None)',
            'yield from _text(f"the name of {called}", marker.name, "a name", sentence=None)',
        ),
        "checks._metadata:_texts": (
            'yield from _text(f"an entry of {what}", text, right, sentence=None)',
        ),
        "checks._saves:_read": ("happened = None",),
    },
    "no other fact has this name": {
        "_subject:Subject.registered": (
            "return self.fact(None, self._is_registered)",
            'return self.fact("XXregisteredXX", self._is_registered)',
            'return self.fact("REGISTERED", self._is_registered)',
        ),
        "checks._legality:choices": (
            "decisive = subject.fact(None, lambda: _decisive(subject))",
            'decisive = subject.fact("DECISIVE", lambda: _decisive(subject))',
            'decisive = subject.fact("XXdecisiveXX", lambda: _decisive(subject))',
        ),
        "checks._outcome:_goals": (
            "subject.fact(None, lambda: _all_goals(subject))",
            'subject.fact("XXgoalsXX", lambda: _all_goals(subject))',
            'subject.fact("GOALS", lambda: _all_goals(subject))',
        ),
        "checks._table:purity": (
            "fresh = subject.fact(None, lambda: subject.make(subject.variant))",
            'fresh = subject.fact("XXanother engineXX", lambda: subject.make(subject.variant))',
            'fresh = subject.fact("ANOTHER ENGINE", lambda: subject.make(subject.variant))',
        ),
    },
    "each end of a round that is made of it gets a number and a starting player of its own": {
        "checks._outcome:_all_goals": (
            "end = RoundEnd(row, 1, 1, sides, row.no_favor)",
            "end = RoundEnd(row, None, 0, sides, row.no_favor)",
            "end = RoundEnd(row, 1, None, sides, row.no_favor)",
            "end = RoundEnd(row, 2, 0, sides, row.no_favor)",
        ),
        "checks._symmetries:_same_policies": (
            "row, 1, None, (Cards(deck[:half]), Cards(deck[-half:])), row.no_favor",
            "row, None, line.first_player, (Cards(deck[:half]), Cards(deck[-half:])), row.no_favor",
            "row, 2, line.first_player, (Cards(deck[:half]), Cards(deck[-half:])), row.no_favor",
        ),
    },
    "slower: every line shows a fault of the variant itself in the same way": {
        "_run:Examination._failed": (
            "most = 0 if (check.alone) and False else self._probes",
            "most = 1 if check.alone else self._probes",
        ),
        "_run:Examination._examine": (
            "lines = (Line(),) if (check.alone) and False else self.subject.lines",
        ),
    },
    "slower: the check that waits is examined once more, with the same result": {
        "_run:Examination._met": (
            "if promise is not None and promise in self._under_way[:-2]:",
            "if promise is None and promise in self._under_way[:-1]:",
        ),
    },
    "the last probe ends the search either way": {
        "_shrink:shrunk": ("while improved and probes <= most:",),
    },
    "what `plain` makes is told before": {
        "_snapshots:_told": (
            "raise AssertionError(None)  # pragma: no cover - what plain makes is one of these",
        ),
    },
    "the same things in the same order": {
        "_subject:Subject.sample": ("if count < most:",),
    },
    "told as no move, too": {
        "checks._termination:termination": ('move = ""',),
    },
    "what is asked there is the same for the viewers that follow": {
        "checks._knowledge:memory": ("break",),
    },
    "spectators see less, and of that nothing is asked": {
        "checks._knowledge:_covers_places": (
            "possible.difference_update(hidden(subject.engine.determinize(view, rng), None))",
        ),
    },
    "any text is as wrong": {
        "checks._legality:_near_misses": ('nonsense: Move = "1a"  # type: ignore[assignment]',),
        "checks._saves:hostile_saves": (
            '_try(subject, step, _scrambled(str(step.move or "1a"), rng))',
        ),
    },
    "another order of the same cards ends the round as well": {
        "checks._legality:_none_twice": (
            "break  # The next one begins alike, whatever was done in this one.",
        ),
    },
    "no play is legal then": {
        "checks._outcome:_is_over": (
            "for move in (Pick((0,)), Play(None, ())):",
            "for move in (Pick((0,)), Play(2, ())):",
            "for move in (Pick((0,)), Play(1, None)):",
        ),
    },
    "equal charm was told apart before": {
        "checks._outcome:more_charm": ("return int(charm[1] >= charm[0])",),
    },
    "what was told before is written once more": {
        "checks._saves:_comes_back": (
            "json.dumps(to_plain([game.observe(viewer), game.events(viewer, )]))",
            "since = max(0, len(game.history) - 2)",
        ),
    },
    "both are there, or none": {
        "checks._knowledge:_is_true": ("if state.offer is not None or view.offer is not None:",),
    },
    "any number that changes with the state": {
        "_snapshots:plain": (
            'return kind, f"a generator in the state {hash(str(value.getstate())) / 10**6}"',
            'return kind, f"a generator in the state {hash(str(value.getstate())) % 11**6}"',
            'return kind, f"a generator in the state {hash(str(value.getstate())) % 10**7}"',
        ),
    },
    "a card that was sighted lies nowhere where its viewer can look": {
        "checks._hidden:fits_sightings": ("return not own or fits(own, contents(state, None))",),
    },
    "nobody asks where the action began": {
        "checks._symmetries:_same_game": (
            "tried = Step(step.moves, None, step.after, move, after)",
        ),
    },
    "positions hash by what they are equal by": {
        "checks._table:_is_pure": ("if one != two and hash(one) != hash(two):",),
    },
    "any name would do": {
        "checks._hidden:twins": (
            'places.setdefault("XXdeckXX" if slot[0] == "deck" else slot, '
            "[]).append((slot, letter))",
            'places.setdefault("DECK" if slot[0] == "deck" else slot, []).append((slot, letter))',
        ),
    },
    "no time is just as long": {
        "_run:run_checks": (
            "while budget.seconds is not None and perf_counter() - begun <= budget.seconds:",
        ),
        "checks._saves:_read": ("if not happened and perf_counter() - begun >= _SLOW:",),
    },
    "only the sides and the favor are looked at": {
        "checks._scoring:scoring": (
            "end = RoundEnd(row, None, state.starting_player, scored.placed, scored.before)",
            "end = RoundEnd(row, state.round, None, scored.placed, scored.before)",
        ),
    },
    "equal counts were told apart before": {
        "checks._scoring:_scored_right": ("int(counts[1] >= counts[0]),",),
    },
    "both are missing, or none": {
        "checks._round_ends:rounds_ended": ("if step.before is None and step.move is None:",),
        "checks._secrecy:_named_unseen": ("if step.before is None and step.move is None:",),
    },
    "one letter turned round is the same letter": {
        "checks._symmetries:_exchange": (
            "turn = 1 + int(rng.random() * (len(group) - 1)) if (len(group) > 1) or True else 0",
            "turn = 1 + int(rng.random() * (len(group) - 1)) if len(group) >= 1 else 0",
            "turn = 1 + int(rng.random() * (len(group) - 1)) if len(group) > 1 else 1",
        ),
    },
    "nobody plays after the end": {
        "checks._table:turn_order": ("if after.to_move is None: break",),
    },
    "they differ in that already": {
        "checks._legality:_matters": ("if one.offer is None and two.offer is None or not depth:",),
    },
    "one play alone has no other to be compared with": {
        "checks._legality:_none_twice": (
            "several = [group for group in alike.values() if len(group) >= 1]",
        ),
    },
    "only the first problem is told": {
        "checks._metadata:_ids": (
            "for name in ids if (isinstance(ids, (tuple, list))) or True else ():",
        ),
    },
    "of the sides only the numbers of cards are looked at": {
        "checks._outcome:_all_goals": (
            "sides = (Cards(deck[::2][: len(deck) * 2 // 5]), Cards(deck[2::2][: "
            "len(deck) * 2 // 5]))",
        ),
    },
    "goals ask neither who began nor what lies on the sides": {
        "checks._outcome:outcome": (
            "subject.variant.row, state.round, None, scored.placed, scored.favor",
            "subject.variant.row, state.round, state.starting_player, None, scored.favor",
        ),
    },
    "from the first event on": {
        "checks._secrecy:_named_unseen": (
            "(i for i, event in enumerate(events) if isinstance(event, "
            "RoundStarted)), default=None",
        ),
    },
    "there is always a first step": {
        "checks._values:values": ("last = course.steps[-1] if (course.steps) or True else None",),
    },
    "nothing else of the library names variants by pattern": {
        "_subject:_out_of_the_kit": ('kit = __name__.partition(".")[0]',),
    },
    "an engine has the variant that it was made of": {
        "_run:Examination.__init__": (
            "found = variant if (isinstance(variant, Variant)) and False else "
            "load_engine(variant).variant",
        ),
    },
    "both are without it": {
        "checks._effects:_on_table": (
            "return evolve(state, offer=None, facedown=lots, memory=None)",
        ),
    },
    "any moves would do": {
        "checks._knowledge:_play_on": (
            "guess = engine.apply(guess, moves[int(rng.random() / len(moves))])",
        ),
        "checks._legality:_ends_round": (
            "after = subject.engine.apply(after, subject.engine.legal_moves(after)[1])",
        ),
    },
    "no play has an empty pile": {
        "checks._legality:_wrong_plays": (
            "for letter in sorted(set(deck)) if (pile) or True else ():",
        ),
    },
    "who plays sees which cards": {
        "checks._secrecy:secrecy": ("if state.to_move is not None or viewer != state.to_move:",),
    },
    "no module of the kit is called so": {
        "_subject:_out_of_the_kit": (
            'while frame.f_back is not None and frame.f_globals.get("__name__", '
            '"XXXX").startswith(kit):',
        ),
    },
}


def _by_function() -> Iterator[tuple[str, dict[str, str]]]:
    places = dict.fromkeys(place for named in _BY_REASON.values() for place in named)
    for place in places:
        lines = {line: why for why, named in _BY_REASON.items() for line in named.get(place, ())}
        yield f"hanamikoji_core.testing.{place}", lines


EQUIVALENT_IN_THE_KIT: Final = dict(_by_function())
