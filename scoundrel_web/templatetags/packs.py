from __future__ import annotations

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scoundrel_web.storage import PackedStorage

register = template.Library()

TAGS = {
    ".css": '<link rel="stylesheet" href="{}">',
    ".js": '<script src="{}" defer></script>',
}


@register.simple_tag
def pack(name: str) -> SafeString:
    """The files of settings.STATIC_PACKS[name]: one where they are packed, else each by itself."""
    tag = TAGS[name[name.rindex(".") :]]
    return format_html_join("\n", tag, ((url,) for url in urls_of(name)))


@register.simple_tag
def pack_urls(name: str) -> str:
    """Their addresses with spaces between, for a script that loads them later."""
    return " ".join(urls_of(name))


def urls_of(name: str) -> list[str]:
    packed = isinstance(staticfiles_storage, PackedStorage)
    return [static(file) for file in ([name] if packed else settings.STATIC_PACKS[name])]
