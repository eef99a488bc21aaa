"""What a plug-in keeps outside of its arguments is written down, so that any change shows."""

from __future__ import annotations

import builtins
import functools
import logging
from collections import Counter
from functools import cached_property
from random import Random, SystemRandom
from typing import Any, ClassVar, cast

import attrs
import pytest

from hanamikoji_core import Majority, PileMarker, To
from hanamikoji_core.testing._snapshots import _cut, _shortly, changes, plain, shared, snapshot


class Bag:
    """Holds whatever it is told to."""

    def __init__(self, **things: Any) -> None:
        self.__dict__.update(things)

    @cached_property
    def size(self) -> int:
        return len(self.__dict__)


@pytest.mark.parametrize(
    ("kept", "change"),
    [
        ({"uses": 1}, lambda kept: kept.update(uses=2)),
        ([1, [2]], lambda kept: kept[1].append(3)),
        ({"A"}, lambda kept: kept.add("B")),
        (Random(7), lambda kept: kept.random()),
        (Bag(uses=[]), lambda kept: kept.uses.append(1)),
    ],
    ids=["dictionary", "list", "set", "generator of random numbers", "object"],
)
def test_a_change_deep_inside_is_seen(kept: Any, change: Any) -> None:
    before = plain(kept)
    assert plain(kept) == before

    change(kept)

    assert plain(kept) != before


def test_what_lies_too_deep_is_written_down_as_python_does() -> None:
    assert plain([[1]], 1) == ("list", (("list", "[1]"),))
    assert plain({"A": {"B": 1}}, 1) == ("dict", "{}", (("'A'", ("dict", "{'B': 1}")),))
    assert plain({1}, 0) == ("set", "{1}")
    bag = Bag(uses=1)
    assert plain(bag, 0) == ("Bag", repr(bag))


def test_an_answer_that_python_keeps_is_no_change() -> None:
    bag = Bag(cards="AB")
    before = plain(bag), snapshot([("bag", bag)])

    assert bag.size == 1

    assert (plain(bag), snapshot([("bag", bag)])) == before


def test_what_was_not_there_before_is_told_as_such() -> None:
    bag = Bag()
    before = snapshot([("bag", bag)])

    bag.__dict__["last"] = "A"

    assert changes(before, snapshot([("bag", bag)])) == [("bag.last", "not there", "'A'")]
    assert changes(snapshot([("bag", bag)]), before) == [("bag.last", "'A'", "not there")]


class Shy:
    """Has no text: to ask for one fails."""

    def __repr__(self) -> str:
        raise RuntimeError("unbound")


@pytest.mark.parametrize("value", [logging.getLogger("tea"), SystemRandom(), Shy()])
def test_what_has_no_state_to_write_down_stays_the_same(value: object) -> None:
    before = plain(value)
    logging.getLogger("tea").isEnabledFor(logging.DEBUG)  # It remembers the answer.

    assert plain(value) == before


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (logging.getLogger("tea"), ("Logger", "<Logger tea (WARNING)>")),
        ({"A"}, ("set", (("", "'A'"),))),
        ([[1]], ("list", (("list", (("int", "1"),)),))),
        ({"A": {1: 2}}, ("dict", "{}", (("'A'", ("dict", "{}", (("1", ("int", "2")),))),))),
        (Bag(uses=1), ("Bag", ("dict", "{}", (("'uses'", ("int", "1")),)))),
    ],
)
def test_a_value_is_written_down_as_deep_as_it_goes(value: object, written: object) -> None:
    assert plain(value) == written


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("[1, 2]", "[1, 3]"),
        ("(1, 'A')", "(1, 'B')"),
        ("{'A': [1]}", "{'A': [2]}"),
        ("{'A'}", "{'B'}"),
        ("Bag(uses=1)", "Bag(uses=2)"),
        ("Counter({'A': 1})", "Counter({'A': 2})"),
    ],
)
def test_a_change_is_told_as_an_author_would_write_it(was: str, now: str) -> None:
    bags = [Bag(kept=eval(text, {"Bag": Bag, "Counter": Counter})) for text in (was, now)]
    before, after = (snapshot([("bag", bag)]) for bag in bags)

    assert changes(before, after) == [("bag.kept", was, now)]


def test_of_long_values_the_place_where_they_differ_is_told() -> None:
    before, after = (snapshot([("bag", Bag(kept="x" * 90 + end))]) for end in ("A", "B"))

    ((_, was, now),) = changes(before, after)

    assert (was, now) == (f"...{'x' * 20}A'", f"...{'x' * 20}B'")


def test_of_a_long_value_that_became_longer_the_end_is_told() -> None:
    before, after = (snapshot([("bag", Bag(kept=[0] * count))]) for count in (50, 51))

    ((_, was, now),) = changes(before, after)

    assert was != now
    assert now.endswith("]")


def test_of_a_long_value_that_goes_on_the_end_of_the_other_is_told() -> None:
    before, after = (snapshot([("bag", Bag(kept=10**zeros))]) for zeros in (80, 81))

    ((_, was, now),) = changes(before, after)

    assert (was, now) == (f"...{'0' * 20}", f"...{'0' * 21}")


def test_a_text_of_seventy_letters_is_told_whole_and_longer_ones_are_cut() -> None:
    assert _shortly("x" * 70, "y" * 70) == ("x" * 70, "y" * 70)
    assert _shortly("x" * 71, "y") == ("x" * 70 + "...", "y")
    assert _shortly("x" * 69 + "A", "x" * 69 + "B") == ("x" * 69 + "A", "x" * 69 + "B")
    assert _cut("x" * 80, 1) == "..." + "x" * 70 + "..."
    assert _cut("x" * 71, 1) == "..." + "x" * 70


class Slotted:
    __slots__ = "uses"
    uses: int


class Counted:
    __slots__ = ("__hidden", "uses")

    def __init__(self) -> None:
        self.uses = 1


def test_what_is_kept_in_slots_is_written_down() -> None:
    one = Slotted()
    assert snapshot([("one", one)]).keys() == snapshot([("one", Slotted())]).keys()

    one.uses = 1

    assert snapshot([("one", one)])["one.uses"] == ("int", "1")
    assert snapshot([("two", Counted())])["two.uses"] == ("int", "1")


@attrs.frozen(cache_hash=True)
class Hashed:
    letters: str


def test_a_hash_that_attrs_keeps_is_no_change() -> None:
    value = Hashed("AB")
    before = snapshot([("value", value)])

    hash(value)

    assert snapshot([("value", value)]) == before


class Memo:
    """A function that keeps its answers in a dictionary."""

    def __init__(self, function: Any) -> None:
        self.answers: dict[Any, Any] = {}
        functools.update_wrapper(self, function)

    def __call__(self, asked: Any) -> Any:
        return self.answers.setdefault(asked, asked)


class Diligent:
    looked_up = Memo(str)


def test_answers_that_a_decorated_function_keeps_are_no_change() -> None:
    before = snapshot([("diligent", Diligent())])

    Diligent.looked_up("A")

    assert snapshot([("diligent", Diligent())]) == before


def test_how_deep_is_counted_through_objects_too() -> None:
    inner = Bag(two=Bag())

    assert plain(Bag(one=inner), 2) == (
        "Bag",
        ("dict", "{}", (("'one'", ("Bag", repr(inner))),)),
    )


class Registered:
    """Pure Python's abstract classes keep such an attribute, which changes when they are asked."""

    _abc_cache: ClassVar[list[str]] = []


def test_what_an_abstract_class_remembers_is_no_change() -> None:
    before = snapshot([("it", Registered())])

    Registered._abc_cache.append("asked")

    assert snapshot([("it", Registered())]) == before


def test_short_values_are_told_whole() -> None:
    one, two = ("x" * 40 + end for end in "AB")

    assert _shortly(one, two) == (one, two)


class Tally:
    """Counts in its class."""

    uses = 0
    uses__ = 0


TALLY = {"uses": 0}


def test_what_a_class_or_its_module_keeps_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot([("tally", Tally())])

    monkeypatch.setattr(Tally, "uses", 1)
    monkeypatch.setattr(Tally, "uses__", 2)
    monkeypatch.setitem(TALLY, "uses", 3)

    assert changes(before, snapshot([("tally", Tally())])) == [
        ("the class attribute Tally.uses", "0", "1"),
        ("the class attribute Tally.uses__", "0", "2"),
        (f"the global TALLY of module {__name__}", "{'uses': 0}", "{'uses': 3}"),
    ]


def test_the_library_keeps_nothing() -> None:
    found = snapshot(
        [("scoring", Majority()), ("marker", PileMarker(1, "Up", piles=(1,), text=""))]
    )

    assert found
    assert not any("hanamikoji" in name or "__" in name for name in found)


def test_every_number_that_is_drawn_changes_a_generator() -> None:
    rng = Random(7)

    written = {str(plain(rng)) for _ in range(40) if rng.random() >= 0}

    assert len(written) > 20


def test_two_values_without_a_text_are_told_apart() -> None:
    one, two = Shy(), Shy()

    (kind, text), other = cast(Any, plain(one)), plain(two)

    assert kind == "Shy"
    assert text == f"<Shy {id(one):x}>"
    assert other != (kind, text)


def test_a_member_of_an_enum_is_told_by_its_name() -> None:
    before, after = {"it.to": plain(To.ASIDE)}, {"it.to": plain(To.OWN_SIDE)}

    assert changes(before, after) == [("it.to", "To.ASIDE", "To.OWN_SIDE")]


def test_the_last_value_of_an_interactive_session_is_no_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = dict(shared())
    monkeypatch.setattr(builtins, "_", "KeyError: 'tea'", raising=False)
    assert dict(shared()) == before
