"""Texts that people read are marked for translation, and the rules' refusals are translated."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from tests.texts import files, name_of

MARKS = {"_"} | {
    f"{n}{kind}{end}"
    for n in ("", "n")
    for kind in ("gettext", "pgettext")
    for end in ("", "_lazy", "_noop")
}
MARKS |= {"number_noop"}
NEVER_SHOWN = {"Missing", "BackupFault", "CommandError"}
"""Pages say in their own words what is not there; the others are for those who run a site."""
SENTENCE = re.compile(r"[A-Z“{].* .*[.?!]", re.DOTALL)
WORDS = re.compile(r"[A-Za-z]{2,},? [A-Za-z]")
LABEL = re.compile(r"[A-Z][a-z]{2,}")
CARDS = re.compile(r"(?:\s*(?:(?:10|[2-9AJQK])[cdhs]|[a-z]+(?::\S+)+|next))+")
"""Cards and decisions, as examples of the rules play them."""

SHOWN = ("tracker/boards", "tracker/forms", "tracker/terminal", "tracker/templatetags")
# Names, which every language leaves as they are.
EXCEPTIONS = {
    "tracker/boards/match/frame.py": {"Flint", "Moss", "Wisp", "Ash"},
    "tracker/boards/party/runs/run.py": {"Scoundrel Tracker", "Scoundrel", "Rascal"},
    # In the name of a save, which has A to Z only.
    "tracker/boards/party/pages/saves.py": {"Player"},
    "tracker/boards/rules/examples.py": {"Mara", "Odo"},
}
BY_HAND = "scoundrel_web/management/commands"
"""Their help is for who runs a site."""
WHOLE_FILES = {
    "tracker/boards/words/forms.py": "its texts reach the catalogues by `entries`",
    "tracker/templatetags/rules.py": "it draws",
}


@cache
def trees() -> dict[str, ast.Module]:
    return {
        name_of(path): ast.parse(path.read_text())
        for path in files("tracker/**/*.py", "scoundrel_web/management/**/*.py")
    }


def called(node: ast.AST) -> str:
    return getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""


@cache
def refusing() -> frozenset[str]:
    """Refused and whatever is derived of it."""
    classes = [
        n for tree in trees().values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)
    ]
    found = {"Refused"}
    while more := {c.name for c in classes if found & {ast.unparse(b) for b in c.bases}} - found:
        found |= more
    return frozenset(found)


def reasons_in(tree: ast.Module) -> Iterator[ast.expr]:
    """The expressions for the reason and its short form, wherever a refusal is made."""
    for node in ast.walk(tree):
        if called(node) in refusing():
            assert isinstance(node, ast.Call)
            yield from node.args[: 2 if called(node) == "Repetition" else 1]
        if isinstance(node, ast.ClassDef) and node.name in refusing():
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__":
                    yield call.args[0]


def values_of(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """The values given to each name anywhere in a module, also where several are named at once."""
    found = defaultdict[str, list[ast.expr]](list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
            if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = [*zip(node.targets[0].elts, node.value.elts, strict=True)]
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    found[name.id].append(value)
    return found


def is_words(node: ast.expr) -> bool:
    """Whether the text is made right there, marked or not."""
    return isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp)


def unmarked_reasons(tree: ast.Module) -> list[str]:
    values = values_of(tree)
    made = (
        value
        for each in reasons_in(tree)
        for value in (values[each.id] if isinstance(each, ast.Name) else [each])
    )
    return [ast.unparse(reason) for reason in made if is_words(reason)]


def literals(node: ast.AST) -> Iterator[str]:
    """Every text in the code that is not marked; of docstrings none, nor what nobody is shown."""
    if called(node) in MARKS | NEVER_SHOWN or is_docstring(node):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for part in ast.iter_child_nodes(node):
        yield from literals(part)


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_made_up(node: ast.AST) -> bool:
    """Whether something is marked that is only put together when the code runs."""
    if called(node) not in MARKS or not isinstance(node, ast.Call):
        return False
    return any(
        isinstance(text, ast.JoinedStr | ast.BinOp)
        or (isinstance(text, ast.Call) and ast.unparse(text.func).endswith(".format"))
        for text in node.args
    )


def shown_faults(node: ast.AST, name: str) -> Iterator[str]:
    """The places where a refusal of this name is printed as it is, in English."""
    for part in ast.walk(node):
        plain = called(part) in ("str", "repr") and isinstance(part, ast.Call)
        texts = part.args if plain and isinstance(part, ast.Call) else []
        texts = [part.value] if isinstance(part, ast.FormattedValue) else texts
        if any(isinstance(text, ast.Name) and text.id == name for text in texts):
            yield ast.unparse(part)


def refusals_at_hand(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """The places where code names a refusal: where it is caught, and where it is handed over."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name and refuses(node.type):
            yield node, node.name
        if isinstance(node, ast.FunctionDef):
            yield from ((node, arg.arg) for arg in node.args.args if refuses(arg.annotation))


def refuses(kinds: ast.expr | None) -> bool:
    """Whether one of these types is a refusal."""
    names = {n.id for n in ast.walk(kinds) if isinstance(n, ast.Name)} if kinds else set()
    return bool(refusing() & names)


def test_every_reason_of_a_refusal_is_marked() -> None:
    assert [
        f"{p}: {words}" for p, tree in trees().items() for words in unmarked_reasons(tree)
    ] == []


def test_every_sentence_of_the_code_is_marked() -> None:
    said = (
        (p, t) for p, tree in trees().items() if not p.startswith(BY_HAND) for t in literals(tree)
    )
    assert [f"{path}: {text}" for path, text in said if SENTENCE.fullmatch(text)] == []


def test_nothing_that_is_shown_stands_there_in_english_only() -> None:
    shown = {path: tree for path, tree in trees().items() if path.startswith(SHOWN)}
    words = (
        f"{path}: {text}"
        for path in shown.keys() - WHOLE_FILES.keys()
        for text in {*literals(shown[path])} - EXCEPTIONS.get(path, set())
        if (WORDS.search(text) or LABEL.fullmatch(text)) and not CARDS.fullmatch(text)
    )
    assert [*words] == []


def test_a_refusal_is_never_shown_as_it_is() -> None:
    at_hand = (each for tree in trees().values() for each in refusals_at_hand(tree))
    assert [text for node, name in at_hand for text in shown_faults(node, name)] == []


def test_what_is_marked_is_a_text_that_can_be_collected() -> None:
    calls = [n for p, tree in trees().items() if p not in WHOLE_FILES for n in ast.walk(tree)]
    assert [ast.unparse(node) for node in calls if is_made_up(node)] == []


def test_every_exception_is_still_needed() -> None:
    for path, texts in EXCEPTIONS.items():
        assert texts <= {*literals(trees()[path])}
    assert trees().keys() >= WHOLE_FILES.keys()


def test_refusals_are_found() -> None:
    assert {"Malformed", "Repetition", "TooMany", "UndoBlocked", "Foreign"} <= refusing()
    assert len([each for tree in trees().values() for each in reasons_in(tree)]) > 110
    assert sum(len([*refusals_at_hand(tree)]) for tree in trees().values()) > 15


@pytest.mark.parametrize(
    "code",
    [
        'raise Refused("No.")',
        'raise Refused(f"No {card}.")',
        'raise Malformed("No " + card)',
        'NO = "No."\nraise Refused(NO)',
        'reason, brief = "No.", gettext_noop("No")\nraise Repetition(reason, brief)',
        'raise Repetition(gettext_noop("No."), "No")',
        'class Foreign(Refused):\n    def __init__(self):\n        super().__init__("No.")',
    ],
)
def test_an_unmarked_reason_is_seen(code: str) -> None:
    assert unmarked_reasons(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    do()\nexcept Malformed as wrong:\n    say(str(wrong))",
        'try:\n    do()\nexcept (Illegal, Refused) as wrong:\n    say(f"{wrong}")',
        "def told(reason: Refused) -> str:\n    return str(reason)",
    ],
)
def test_a_refusal_that_is_shown_as_it_is_is_seen(code: str) -> None:
    assert [t for node, name in refusals_at_hand(ast.parse(code)) for t in shown_faults(node, name)]


@pytest.mark.parametrize(
    "code", ['_(f"No {card}.")', '_("No " + card)', '_("No {card}.".format(card=card))']
)
def test_a_text_that_cannot_be_collected_is_seen(code: str) -> None:
    assert any(map(is_made_up, ast.walk(ast.parse(code))))


def test_texts_that_are_marked_are_no_fault() -> None:
    code = 'raise Refused(gettext_noop("No."))\nNO = _("No {card}.")\nraise Refused(NO)'
    assert unmarked_reasons(ast.parse(code)) == []
    assert [*literals(ast.parse(f'"""Said."""\n{code}'))] == []
    assert [*literals(ast.parse('Row("Weapon")'))] == ["Weapon"]
