from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoundrel_web.static_packs import joined
from scoundrel_web.storage import PackedStorage

register = template.Library()

STATIC = settings.BASE_DIR / "static"

STYLE = '<link rel="stylesheet" href="{}">'
SCRIPT = '<script src="{}" defer></script>'
MODULE = '<script type="module" src="{}"></script>'


@register.simple_tag
def pack(name: str) -> SafeString:
    """The files of settings.STATIC_PACKS[name]: one where they are packed, else each by itself."""
    files = files_of(name)
    return mark_safe("\n".join(format_html(tag_of(file), static(file)) for file in files))


def tag_of(file: str) -> str:
    if file.endswith(".css"):
        return STYLE
    return SCRIPT if file.startswith("vendor/") else MODULE


@register.simple_tag
def pack_urls(name: str) -> str:
    """Their addresses with spaces between, for a script that loads them later."""
    return " ".join(map(static, files_of(name)))


@register.simple_tag
def import_script(name: str) -> SafeString:
    """Runs a pack in a worker, where a browser may know no modules: packed in any case."""
    if is_packed():
        return format_html('importScripts("{}");', static(name))
    return mark_safe(joined(name, lambda file: (STATIC / file).read_text()))  # our own


def files_of(name: str) -> Sequence[str]:
    return [name] if is_packed() else settings.STATIC_PACKS[name]


def is_packed() -> bool:
    return isinstance(staticfiles_storage, PackedStorage)
