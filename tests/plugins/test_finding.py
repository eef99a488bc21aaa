"""Finding plug-ins: installed ones, damaged ones and built-in ones."""

from __future__ import annotations

import importlib
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from threading import Barrier, Thread
from types import ModuleType, SimpleNamespace

import pytest

import hanamikoji_core
import hanamikoji_variants
from hanamikoji_core import (
    PluginWarning,
    VariantError,
    _pyinstaller,
    available_variants,
    plugin_faults,
)
from hanamikoji_core import plugins as plugins_module
from hanamikoji_core.plugins import Registry, _find

OURS = {"base", *(f"mini-expansion-{number}" for number in (1, 2, 4, 7))}
TEA = """
    from attrs import evolve
    from hanamikoji_core import hookimpl
    from hanamikoji_variants.base import BASE

    @hookimpl
    def hanamikoji_variants():
        return [evolve(BASE, name="tea-house", title="Tea house")]
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A folder on the path with the plug-in tea-house 1.0. No plug-in has been loaded."""
    monkeypatch.setattr(plugins_module, "_loaded", {})
    monkeypatch.delenv("HANAMIKOJI_DISABLE_PLUGINS", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    site = Site(tmp_path)
    site.installs("tea-house", "1.0", module="tea_house", code=TEA)
    before = set(sys.modules)
    yield site
    for name in set(sys.modules) - before:
        del sys.modules[name]


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def writes(self, name: str, content: str | bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else dedent(content).encode())
        importlib.invalidate_caches()

    def installs(self, name: str, version: str, *, module: str, code: str) -> None:
        folder = f"{name.replace('-', '_')}-{version}.dist-info"
        self.writes(f"{module}.py", code)
        self.writes(f"{folder}/METADATA", f"Name: {name}\nVersion: {version}\n")
        self.writes(f"{folder}/entry_points.txt", f"[hanamikoji]\ntea = {module}\n")


DAMAGED: dict[str, tuple[dict[str, str | bytes], str | None]] = {
    "no name": (
        {
            "bad-1.0.dist-info/METADATA": "Version: 1.0\n",
            "bad-1.0.dist-info/entry_points.txt": "[hanamikoji]\nbad = bad\n",
        },
        "bad-1.0.dist-info: its installation is damaged (ValueError: its metadata has no name)",
    ),
    "a name that is none": (
        {
            "bad-1.0.dist-info/METADATA": "Name: \x1b[2Jbad\nVersion: 1.0\n",
            "bad-1.0.dist-info/entry_points.txt": "[hanamikoji]\nbad = bad\n",
        },
        "bad-1.0.dist-info: its installation is damaged (ValueError: its metadata has no name)",
    ),
    "no metadata at all": (
        {"bad-1.0.dist-info/entry_points.txt": "[hanamikoji]\nbad = bad\n"},
        "bad-1.0.dist-info: its installation is damaged (",
    ),
    "no name, and no plug-in": ({"bad-1.0.dist-info/METADATA": "Version: 1.0\n"}, None),
    "a line that is no entry point": (
        {
            "bad-1.0.dist-info/METADATA": "Name: bad\nVersion: 1.0\n",
            "bad-1.0.dist-info/entry_points.txt": "[hanamikoji]\nx\n",
        },
        "bad-1.0.dist-info: its installation is damaged (",
    ),
    "bytes that are no UTF-8": (
        {
            "bad-1.0.dist-info/METADATA": "Name: bad\nVersion: 1.0\n",
            "bad-1.0.dist-info/entry_points.txt": b"[x]\ny = \xff\xfe\n[hanamikoji]\nbad = bad\n",
        },
        "bad-1.0.dist-info: its installation is damaged (UnicodeDecodeError: ",
    ),
    "an empty folder": ({"bad-1.0.dist-info/RECORD": ""}, None),
    "an empty EGG-INFO": ({"bad-1.0-py3.11.egg/EGG-INFO/x": ""}, None),
    "an EGG-INFO that is a file": ({"bad-1.0-py3.11.egg/EGG-INFO": ""}, None),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_distribution_does_not_hide_others(
    what: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, told = DAMAGED[what]
    for name, content in files.items():
        site.writes(name, content)
    for egg in site.folder.glob("*.egg"):
        monkeypatch.syspath_prepend(str(egg))

    registry = Registry.installed()

    assert {*OURS, "tea-house"} <= set(registry.variants)
    assert registry.variants["tea-house"].plugin == "tea-house 1.0"
    faults = [str(fault) for fault in registry.faults]
    assert len(faults) == (told is not None)
    assert told is None or faults[0].startswith(f"plug-in {told}")
    assert all(fault.endswith("; remove or reinstall it") for fault in faults)


@pytest.mark.parametrize("what", DAMAGED)
def test_built_in_plug_ins_load_whatever_else_is_installed(what: str, site: Site) -> None:
    for name, content in DAMAGED[what][0].items():
        site.writes(name, content)

    registry = Registry.installed(own_only=True)

    assert (set(registry.variants), registry.faults) == (OURS, [])


class Unsearchable:
    """A module finder that fails to search for distributions."""

    def find_spec(self, *_: object) -> None:
        return None

    def find_distributions(self, context: object) -> object:
        raise RuntimeError("no index")


def test_a_path_that_cannot_be_searched_is_reported(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "meta_path", [Unsearchable(), *sys.meta_path])

    registry = Registry.installed()

    assert set(registry.variants) >= OURS
    (fault,) = registry.faults
    assert fault.problem.startswith(
        "some installed packages cannot be listed (RuntimeError: no index"
    )


@pytest.mark.parametrize("left", ["~ea_house-0.9.dist-info", "-ea_house-0.9.dist-info"])
def test_leftovers_of_an_interrupted_upgrade_are_ignored(left: str, site: Site) -> None:
    site.writes(f"{left}/METADATA", "Name: tea-house\nVersion: 0.9\n")
    site.writes(f"{left}/entry_points.txt", "[hanamikoji]\ntea = tea_house_of_old\n")

    registry = Registry.installed()

    assert registry.variants["tea-house"].plugin == "tea-house 1.0"
    assert registry.faults == []


def test_leftovers_of_an_older_release_of_this_library_are_ignored(site: Site) -> None:
    for folder in ("~anamikoji-0.0.9.dist-info", "hanamikoji-0.0.9.dist-info"):
        site.writes(f"{folder}/METADATA", "Name: hanamikoji\nVersion: 0.0.9\n")
        site.writes(f"{folder}/entry_points.txt", "[hanamikoji]\nbase = removed_since\n")

    registry = Registry.installed()

    assert registry.variants["base"].plugin == f"hanamikoji {hanamikoji_core._version.__version__}"
    assert registry.faults == []


def test_if_a_plug_in_is_installed_twice_the_first_on_the_path_counts(
    site: Site, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python imports the modules of the first one."""
    newer = Site(tmp_path_factory.mktemp("newer"))
    newer.installs("Tea.House", "2.0", module="tea_house", code=TEA)
    monkeypatch.syspath_prepend(str(newer.folder))

    registry = Registry.installed()

    assert registry.variants["tea-house"].plugin == "Tea.House 2.0"
    assert registry.faults == []


def test_a_plug_in_without_a_version_is_shown_by_name(site: Site) -> None:
    site.writes("tea_house-1.0.dist-info/METADATA", "Name: tea-house\n")

    assert Registry.installed().variants["tea-house"].plugin == "tea-house"


def test_built_in_plug_ins_have_entry_points_too() -> None:
    """They are loaded by name, but other tools read entry points."""
    (own,) = {
        distribution.name: distribution
        for distribution in importlib.metadata.distributions()
        if distribution.name == "hanamikoji"
    }.values()
    declared = {p.name: p.value for p in own.entry_points if p.group == "hanamikoji"}

    assert declared == {
        name.replace("_", "-"): f"hanamikoji_variants.{name}"
        for name in hanamikoji_variants.PLUGINS
    }
    assert own.version == hanamikoji_core._version.__version__


def test_missing_built_in_variants_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_find, "BUILT_IN", "no_such_package")

    registry = Registry.installed(own_only=True)

    (fault,) = registry.faults
    assert str(fault).startswith("plug-in hanamikoji ")
    assert "No module named 'no_such_package'" in fault.problem


def test_the_library_works_without_metadata(tmp_path: Path) -> None:
    """As in a frozen app, which has the modules but no metadata."""
    for package in (hanamikoji_core, hanamikoji_variants):
        (folder,) = package.__path__
        (tmp_path / package.__name__).symlink_to(folder)
    ask = """
        import importlib.metadata, sys
        sys.path.insert(0, sys.argv[1])
        importlib.metadata.distributions = lambda **_: iter(())
        from hanamikoji_core import available_house_rules, available_variants, plugin_faults
        print(sorted(available_variants()), "three-rounds" in available_house_rules())
        print(plugin_faults())
    """
    done = subprocess.run(
        [sys.executable, "-c", dedent(ask), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == f"{sorted(OURS)} True\n()\n"


def test_the_pyinstaller_hook_collects_modules_that_are_imported_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (folder,) = _pyinstaller.hook_dirs()
    stand_in = ModuleType("PyInstaller.utils.hooks")
    vars(stand_in).update(
        collect_data_files=lambda package: [f"files of {package}"],
        collect_entry_point=lambda group: ([f"metadata of {group}"], [f"plug-ins of {group}"]),
        collect_submodules=lambda package: [f"modules of {package}"],
    )
    monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)

    collected = runpy.run_path(
        str(Path(folder, "hook-hanamikoji_core.py")), run_name="hanamikoji_core._pyinstaller.hook"
    )

    assert collected["datas"] == ["metadata of hanamikoji", "files of hanamikoji_core"]
    assert collected["hiddenimports"] == [
        "plug-ins of hanamikoji",
        "modules of hanamikoji_variants",
    ]


ASKS = """
    from attrs import evolve
    from hanamikoji_core import available_variants, hookimpl

    BASE = available_variants()["base"]

    @hookimpl
    def hanamikoji_variants():
        return [evolve(BASE, name="tea-house", title="Tea house")]
"""


def test_a_plug_in_may_ask_for_variants_while_it_loads(site: Site) -> None:
    site.writes("tea_house.py", ASKS)

    assert {*OURS, "tea-house"} <= set(available_variants())
    assert plugin_faults() == ()


def test_a_plug_in_imported_first_may_ask_for_variants(site: Site) -> None:
    """Its own tests do that. The other plug-ins then load while its import is not complete."""
    site.writes("tea_house.py", ASKS)

    importlib.import_module("tea_house")

    assert {*OURS, "tea-house"} <= set(available_variants())
    assert plugin_faults() == ()


def test_a_package_imported_first_may_ask_for_variants(site: Site) -> None:
    site.writes("tea_house.py", "")
    site.writes("tea/__init__.py", ASKS)
    site.writes("tea/hooks.py", "from tea import hanamikoji_variants")
    site.writes("tea_house-1.0.dist-info/entry_points.txt", "[hanamikoji]\ntea = tea.hooks\n")

    importlib.import_module("tea")

    assert {*OURS, "tea-house"} <= set(available_variants())
    assert plugin_faults() == ()


def test_a_faulty_plug_in_imported_first_is_reported_after_its_import(
    site: Site,
) -> None:
    site.writes("tea_house.py", "from hanamikoji_core import available_variants as a; a()")
    importlib.import_module("tea_house")

    with pytest.warns(PluginWarning, match=r"skipped plug-in tea-house 1\.0: implements no hook"):
        available_variants()
    assert len(plugin_faults()) == 1


def test_a_plug_in_that_asks_for_an_unloaded_variant_gets_advice(site: Site) -> None:
    site.writes("tea_house.py", "from hanamikoji_core import load_engine; load_engine('tea-hut')")

    with pytest.warns(PluginWarning, match="Plug-ins are still loading: import what you need"):
        available_variants()


def test_plug_ins_load_again_after_an_interruption(site: Site) -> None:
    site.writes("tea_house.py", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        available_variants()
    site.writes("tea_house.py", dedent(TEA) + "\n# mended\n")

    assert "tea-house" in available_variants()


def test_concurrent_threads_load_the_plug_ins_once(site: Site) -> None:
    site.writes(
        "tea_house.py", dedent(TEA).replace("return [", "import time; time.sleep(0.2); return [")
    )
    start, seen = Barrier(8), []

    def ask() -> None:
        start.wait(timeout=10)
        seen.append(available_variants()["tea-house"])

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert len(seen) == 8
    assert len(set(map(id, seen))) == 1


def test_the_error_for_an_unknown_name_mentions_that_plug_ins_are_off(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANAMIKOJI_DISABLE_PLUGINS", "1")

    with pytest.raises(VariantError) as caught:
        hanamikoji_core.load_engine("tea-house")
    assert str(caught.value).endswith(
        ". Plug-ins are off (--no-plugins or HANAMIKOJI_DISABLE_PLUGINS)"
    )


@pytest.mark.parametrize(
    ("modules", "half"),
    [
        ({"tea": SimpleNamespace(_initializing=True)}, True),
        ({"tea": SimpleNamespace(_initializing=False)}, False),
        ({"tea": None}, False),
        ({"tea": SimpleNamespace(_initializing=True), "tea.hooks": None}, True),
    ],
)
def test_a_module_is_being_imported_while_its_package_is(
    modules: dict[str, object], half: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, spec in modules.items():
        module = ModuleType(name)
        vars(module)["__spec__"] = spec
        monkeypatch.setitem(sys.modules, name, module)
    assert _find.is_being_imported("tea.hooks") is half
