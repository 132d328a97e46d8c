"""`manage.py makemessages`, which also finds what the rules mark (tracker/rules/words.py)."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [  # noqa: RUF012
        *makemessages.Command.xgettext_options,
        "--keyword=ngettext_noop:1,2",
        "--keyword=number_noop:1,1",
    ]
