"""The mutants of a file: mutmut's operators, applied to every function and to what is around them.

mutmut itself leaves out decorated functions (properties, context managers) and all that a module or
a class says outside its functions, which is most of a variant. So only its operators are used here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from textwrap import indent
from typing import Any

import libcst as cst
from attrs import frozen
from mutmut.mutation.mutators import mutation_operators
from rich.errors import StyleSyntaxError
from rich.style import Style

PACKAGES = ("hanamikoji_core", "hanamikoji_variants")
FILES = {
    ".".join(path.relative_to("src").with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted(Path("src", package).rglob("*.py"))
    if path.stem.isidentifier()  # Hooks of PyInstaller have hyphens in their names.
}
FUTURE = "from __future__ import annotations\n"

# As mutmut: a call of these with other arguments fails wherever it is made.
_CALLS = {"len", "isinstance"}
_LENIENT = ("strict", "encoding")
# For type checkers and readers only.
_NAMES = {"__all__", "T", "TypeVar", "ParamSpec", "cast"}


@frozen
class Mutant:
    """One change: of the function `where`, or of what lies around the functions (`where` empty).

    `code` is the function, within its class if it is a method, or the whole module.
    """

    module: str
    where: str
    number: int
    code: str
    diff: str

    @property
    def name(self) -> str:
        return f"{self.module}:{self.where}:{self.number}"

    @property
    def digest(self) -> str:
        return sha256((self.code + self.diff).encode()).hexdigest()[:16]

    @property
    def lot(self) -> int:
        """A number by which a sample is drawn, the same mutants each time."""
        return int(self.digest, 16)


def mutants_of(module: str, *, functions: bool) -> Iterator[Mutant]:
    """The mutants of a module, in the order of the file."""
    tree = cst.parse_module(FILES[module].read_text(encoding="utf-8"))
    if functions:
        for path, function in _functions(tree.body, ()):
            yield from _of_function(module, tree, path, function)
    else:
        yield from _of_module(module, tree)


def _functions(
    body: Iterable[cst.CSTNode], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], cst.FunctionDef]]:
    for node in body:
        if isinstance(node, cst.FunctionDef):
            yield (*path, node.name.value), node
        elif isinstance(node, cst.ClassDef):
            yield from _functions(node.body.body, (*path, node.name.value))


def _of_function(
    module: str, tree: cst.Module, path: tuple[str, ...], function: cst.FunctionDef
) -> Iterator[Mutant]:
    bare = function.with_changes(decorators=[], leading_lines=[])
    before = tree.code_for_node(bare)
    seen = {_compiled(_wrapped(before, path))}
    number = 0
    for old, new in _changes(bare):
        after = tree.code_for_node(_replaced(bare, old, new))
        code = _wrapped(after, path)
        compiled = _compiled(code)
        if compiled is None or compiled in seen:
            continue
        seen.add(compiled)
        number += 1
        yield Mutant(module, ".".join(path), number, code, _diff(before, after))


def _of_module(module: str, tree: cst.Module) -> Iterator[Mutant]:
    before = tree.code
    seen = {_compiled(before)}
    number = 0
    for old, new in _changes(tree):
        after = _replaced(tree, old, new).code
        compiled = _compiled(after)
        if compiled is None or compiled in seen:
            continue
        seen.add(compiled)
        number += 1
        yield Mutant(module, "", number, after, _diff(before, after))


def _changes(root: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    for node in _walk(root, root):
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for new in operator(node):
                    if not any(
                        same(node, new) for same in (_is_prose, _is_style, _is_lenient, _is_empty)
                    ):
                        yield node, new


def _walk(node: cst.CSTNode, root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if node is not root and _is_left_out(node, isinstance(root, cst.Module)):
        return
    yield node
    for child in node.children:
        yield from _walk(child, root)


def _is_left_out(node: cst.CSTNode, around: bool) -> bool:
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Call(func=cst.Name(value=name)):
            return name in _CALLS or name in _NAMES
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))]) if name in _NAMES:
            return True
        case cst.Assign(value=cst.Call(func=cst.Name(value=name))):
            return name in _NAMES
        case cst.If(test=cst.Name(value="TYPE_CHECKING")) | cst.Expr(value=cst.SimpleString()):
            return True
        case cst.AnnAssign(annotation=cst.Annotation(annotation=cst.Name(value="TypeAlias"))):
            return True
        case cst.Arg(keyword=cst.Name(value="strict")):
            return True
        case cst.Param(default=default) if default is not None:
            return not isinstance(default, cst.Name | cst.BaseNumber | cst.BaseString)
        case cst.FunctionDef():
            return around
    return False


def _is_prose(old: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether a sentence is changed in its letters only: such mutants are left out."""
    return (
        isinstance(old, cst.SimpleString)
        and isinstance(new, cst.SimpleString)
        and (" " in old.value or old.value.endswith('."'))
    )


def _is_style(old: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether only letters of a style or of an encoding become large, which is the same."""
    if not isinstance(old, cst.SimpleString) or not isinstance(new, cst.SimpleString):
        return False
    if old.value.casefold() != new.value.casefold():
        return False
    name = old.value.strip("\"'")
    if name in ("ascii", "utf-8"):
        return True
    try:
        Style.parse(name)
    except StyleSyntaxError:
        return False
    return True


def _is_lenient(old: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether an argument is dropped that does nothing here, `strict` or `encoding`.

    The one is for what cannot happen, the other for machines that do not write UTF-8 anyway.
    """
    return _lenient(old) != _lenient(new)


def _is_empty(old: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether a docutils node gets None for an empty text, which is the same to it."""
    if not isinstance(old, cst.Call) or not isinstance(new, cst.Call):
        return False
    match old.func:
        case cst.Attribute(value=cst.Name(value="nodes" | "addnodes")) | cst.Name("disclosure"):
            return len(old.args) == len(new.args) and any(
                _is_string(before.value, '""') and _is_name(after.value, "None")
                for before, after in zip(old.args, new.args, strict=True)
            )
    return False


def _is_string(node: cst.CSTNode, value: str) -> bool:
    return isinstance(node, cst.SimpleString) and node.value == value


def _is_name(node: cst.CSTNode, value: str) -> bool:
    return isinstance(node, cst.Name) and node.value == value


def _lenient(call: cst.CSTNode) -> list[str]:
    if not isinstance(call, cst.Call):
        return []
    return [
        cst.Module([]).code_for_node(argument.value)
        for argument in call.args
        if argument.keyword is not None and argument.keyword.value in _LENIENT
    ]


def _replaced(tree: Any, old: cst.CSTNode, new: cst.CSTNode) -> Any:
    return tree.deep_replace(old, new)


def _wrapped(function: str, path: tuple[str, ...]) -> str:
    for name in reversed(path[:-1]):
        function = f"class {name}:\n{indent(function, '    ')}"
    return FUTURE + function


def _compiled(code: str) -> object:
    """What the code does, to be compared; None where it is no Python."""
    try:
        return _content(compile(code, "mutant", "exec", dont_inherit=True))
    except SyntaxError:
        return None


def _content(value: Any) -> object:
    if hasattr(value, "co_code"):
        return (
            value.co_code,
            value.co_names,
            value.co_varnames,
            tuple(map(_content, value.co_consts)),
        )
    return type(value).__name__, repr(value)


def _diff(before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm="")
    return "\n".join(list(lines)[2:])
