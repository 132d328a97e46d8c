from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from django.utils.translation import ngettext

from tracker.services.backup import backup_write


class Command(BaseCommand):
    help = "Back up all parties to a file. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="such as parties.gz; it holds every code")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            count = backup_write(file)
        except OSError as fault:
            raise CommandError(f"Cannot write {file}: {fault.strerror}") from None
        except Error as fault:
            reason = " ".join(str(fault).split())
            raise CommandError(f"Cannot use the database: {reason}") from None
        done = ngettext("{count} row is in {file}.", "{count} rows are in {file}.", count)
        self.stdout.write(done.format(count=count, file=file))
