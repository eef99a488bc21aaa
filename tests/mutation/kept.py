"""Results, one file for each module: a line of JSON for each mutant, of which the last counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.mutants import Mutant, mutants_of

FOLDER = Path(".mutation")
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
NOT_RUN, EQUIVALENT_TO_CODE = "not run", "equivalent"


def put(mutant: Mutant, result: str, why: str) -> None:
    """Keep a result."""
    FOLDER.mkdir(exist_ok=True)
    line = {"digest": mutant.digest, "name": mutant.name, "result": result, "why": why}
    with _file(mutant.module).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def waiting(module: str, *, functions: bool, survivors: bool) -> Iterator[Mutant]:
    """The mutants of a module that have no result.

    Or else those that survived and are not explained, and those that took too long.
    """
    known = _results(module)
    for mutant in mutants_of(module, functions=functions):
        line = known.get(mutant.digest)
        if line is None:
            wanted = not survivors
        else:
            wanted = survivors and line["result"] != KILLED and not _is_equivalent(mutant)
        if wanted:
            yield mutant


def survivors(modules: Iterable[str]) -> Iterator[str]:
    """What survived, but for what is known to be equivalent."""
    for module in modules:
        known = _results(module)
        for mutant in _all(module):
            line = known.get(mutant.digest)
            if line and line["result"] == SURVIVED and not _is_equivalent(mutant):
                yield f"## {mutant.name}: {line['why']}\n{mutant.diff}"


def table(modules: Iterable[str]) -> str:
    """How many mutants of each module came to what, as Markdown."""
    lines = [
        "| module | all | tried | same | left | score |",
        "|---|---|---|---|---|---|",
    ]
    total: Counter[str] = Counter()
    for module in modules:
        counts = _counts(module)
        if counts.total():
            lines.append(_row(f"`{module}`", counts))
            total += counts
    return "\n".join([*lines, _row("all", total)])


def _row(name: str, counts: Counter[str]) -> str:
    tried = counts.total() - counts[NOT_RUN]
    killed, mortal = counts[KILLED] + counts[TIMEOUT], tried - counts[EQUIVALENT_TO_CODE]
    share = f"{100 * killed / mortal:.1f} %" if mortal else "–"
    cells = [name, counts.total(), tried, counts[EQUIVALENT_TO_CODE], counts[SURVIVED], share]
    return f"| {' | '.join(map(str, cells))} |"


def _counts(module: str) -> Counter[str]:
    known = _results(module)
    counts: Counter[str] = Counter()
    for mutant in _all(module):
        result = known.get(mutant.digest, {"result": NOT_RUN})["result"]
        if result == SURVIVED and _is_equivalent(mutant):
            result = EQUIVALENT_TO_CODE
        counts[result] += 1
    return counts


def _all(module: str) -> Iterator[Mutant]:
    yield from mutants_of(module, functions=True)
    yield from mutants_of(module, functions=False)


def _is_equivalent(mutant: Mutant) -> bool:
    """Whether a line of the change is named, alone or with the unchanged line above it."""
    named = EQUIVALENT.get(f"{mutant.module}:{mutant.where}", {})
    above = ""
    for line in mutant.diff.splitlines():
        text = line[1:].strip()
        if line[0] == " ":
            above = text
        elif line[0] in "+-" and not named.keys().isdisjoint((text, f"{above} {text}")):
            return True
    return False


def _results(module: str) -> dict[str, dict[str, str]]:
    if not _file(module).exists():
        return {}
    lines = map(json.loads, _file(module).read_text(encoding="utf-8").splitlines())
    return {line["digest"]: line for line in lines}


def _file(module: str) -> Path:
    return FOLDER / f"{module}.jsonl"
