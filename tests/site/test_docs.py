"""All that the documents name is there: files, addresses, settings, commands, words of the code."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.urls import URLPattern, URLResolver, get_resolver

from tests.servers import ROOT

DOCUMENTS = [
    path for folder in (".", "docs", "locale") for path in sorted((ROOT / folder).glob("*.md"))
]
FOLDERS = ("bench", "locale", "scoundrel_web", "static", "templates", "tests", "tools", "tracker")
SUFFIXES = (".css", ".html", ".js", ".json", ".md", ".png", ".py", ".toml", ".txt", ".yaml")
TEXTS = (".css", ".html", ".js", ".py", ".toml")

PATH = re.compile(r"[\w.<>…*-]+(/[\w.<>…*-]*)*")
ADDRESS = re.compile(r"/[\w/.<>-]*")
WORD = re.compile(r"[A-Za-z_]\w*_\w*|[A-Z]{4,}")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
BENCH = re.compile(r"\bbench\.(\w+)")
MODULE = re.compile(r"-m ([\w.]+)")
COMMAND = re.compile(r"(?:manage\.py (\w+)|run\.py(?! test))")
OPTION = re.compile(r"(?<!\S)--[a-z][\w-]+")
ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)
SETTING = re.compile(r'\bsetting\(\s*"(\w+)"')

EXAMPLES = {"Europe/Berlin"}
MADE_LATER = ("var/", ".venv/")
OUTSIDE = ("/etc/", "/opt/", "/srv/", "/usr/", "/var/")  # of the machine of a public site


def code_in(text: str) -> list[str]:
    """The texts set as code, blocks line by line."""
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [*"\n".join(blocks).splitlines(), *re.findall(r"`([^`\n]+)`", prose)]


def is_path(code: str) -> bool:
    if code in EXAMPLES or code.startswith(MADE_LATER):
        return False
    return bool(PATH.fullmatch(code)) and ("/" in code or code.endswith(SUFFIXES))


def lies_there(name: str) -> bool:
    """`<key>` and `…` stand for anything; a name without a folder may lie in any."""
    pattern = re.sub(r"<\w+>|…", "*", name).rstrip("/")
    deep = () if "/" in name else (f"{folder}/**/{pattern}" for folder in FOLDERS)
    return any(path for where in (pattern, *deep) for path in ROOT.glob(where))


def addresses(resolver: URLResolver | None = None, start: str = "/") -> Iterator[str]:
    yield from ("/live/p/<code>", "/live/w/<watch_code>", "/live/play/<code>")  # in front of Django
    for each in (resolver or get_resolver()).url_patterns:
        address = start + re.sub(r"<\w+:(\w+)>", r"<\1>", str(each.pattern))
        yield from [address] if isinstance(each, URLPattern) else addresses(each, address)


def is_answered(address: str) -> bool:
    return any(each.startswith(address) for each in addresses())


def wrong_in(code: str) -> Iterator[str]:
    """Scripts, modules and commands that are not there, and options that they do not take."""
    options = set(OPTION.findall(code))
    for name in BENCH.findall(code):
        script = ROOT / "bench" / f"{name}.py"
        text = script.read_text(encoding="utf-8") if script.exists() else ""
        yield from (option for option in options if option not in text) if text else [name]
    yield from (name for name in MODULE.findall(code) if not find_spec(name))
    for name in COMMAND.findall(code):
        command = name or "serve"  # run.py hands its arguments on
        yield from options - options_of(command) if command in get_commands() else [command]


def options_of(command: str) -> set[str]:
    loaded = load_command_class(get_commands()[command], command)
    return {*loaded.create_parser("manage.py", command)._option_string_actions}


@cache
def words_of_the_code() -> frozenset[str]:
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
    sources += [ROOT / "run.py", ROOT / "pyproject.toml"]
    others = (path for path in sources if path.suffix in TEXTS and path != Path(__file__))
    texts = [path.read_text("utf-8") for path in others]
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def words_in(code: Iterable[str]) -> list[str]:
    return [word for each in code if not is_path(each) for word in WORD.findall(each)]


def settings_read() -> set[str]:
    return {*SETTING.findall((ROOT / "scoundrel_web" / "settings.py").read_text("utf-8"))}


@pytest.fixture(params=DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def code(document: Path) -> list[str]:
    return code_in(document.read_text("utf-8"))


def test_every_link_leads_to_a_file(document: Path) -> None:
    links = LINK.findall(document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_path_named_lies_there(code: list[str]) -> None:
    assert [each for each in code if is_path(each) and not lies_there(each)] == []


def test_every_address_named_is_answered(code: list[str]) -> None:
    named = [each for each in code if ADDRESS.fullmatch(each) and not each.startswith(OUTSIDE)]
    assert [each for each in named if not is_answered(each)] == []


def test_every_command_named_can_be_given(code: list[str]) -> None:
    assert [wrong for each in code for wrong in wrong_in(each)] == []


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/design.md"])
def test_every_word_of_the_code_stands_in_it(document: str) -> None:
    named = words_in(code_in((ROOT / document).read_text("utf-8")))
    assert len(named) > 5
    assert [word for word in named if word not in words_of_the_code()] == []


def test_the_ways_through_the_app_are_those_of_its_pages() -> None:
    """*Party → Export to a file*: each step has these words."""
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html"))
    ways = re.findall(r"\*([^*]+ → [^*]+)\*", (ROOT / "docs" / "data.md").read_text("utf-8"))
    assert ways
    steps = {" ".join(step.split()) for way in ways for step in way.split(" → ")}
    assert [step for step in steps if f'"{step}"' not in pages] == []


def test_no_file_at_the_top_is_empty() -> None:
    """A slip in a command leaves such a file behind, and a commit takes it along."""
    assert not [path.name for path in ROOT.iterdir() if path.is_file() and not path.stat().st_size]


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


def test_the_table_of_settings_has_each_and_no_other() -> None:
    rows = ROW.findall((ROOT / "docs" / "deploy.md").read_text("utf-8"))
    assert sorted(rows) == sorted(settings_read())


@pytest.mark.parametrize(
    "text",
    [
        "`tracker/rules/referee.py`",
        "`nowhere.css`",
        "`templates/<key>/….css`",
        "`SCRENS` of `match.py`",
        "`/rulez/`",
        "`/live/p/<party>`",
        "`bench.taps`",
        "`python -m tests.recorder`",
        "`bench.tap --sqlite3`",
        "```\npython3 run.py --prot 8001\n```",
        "`manage.py restore parties.gz --replaced`",
        "`manage.py back`",
    ],
)
def test_what_is_not_there_is_found(text: str) -> None:
    (each, *_) = code_in(text)
    lost = is_path(each) and not lies_there(each)
    unanswered = ADDRESS.fullmatch(each) and not is_answered(each)
    unknown = {*words_in([each])} - words_of_the_code()
    assert lost or unanswered or unknown or [*wrong_in(each)]
