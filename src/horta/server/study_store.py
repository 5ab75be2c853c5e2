"""Studies in the store: one row each, changed only from the version that somebody has seen."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field

from sqlalchemy import delete, func, select, update

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.database import Database
from horta.server.rows import StudyRow


class NoStudy(HortaError):
    """There is no study of this name."""


class StudyChanged(HortaError):
    """A study has changed since its author looked at it."""


class TooManyStudies(HortaError):
    """A visitor keeps more studies than allowed."""


@dataclass(frozen=True)
class Kept:
    """A study as it is kept."""

    id: str
    body: Json
    """As its file holds it."""
    version: int = 0
    made: float = field(default_factory=time.time)
    shipped: bool = False
    """Whether it came with a game and not from the store: then nobody can change it."""


class Studies:
    """The studies of a house."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, body: Json, owner: str, most: int, most_there: int) -> Kept:
        """Keep a new study; `TooManyStudies` where its owner has too many already."""
        origin, _, who = owner.partition(":")
        made = Kept(secrets.token_urlsafe(9), body)
        async with self._database.begin() as connection:
            await connection.run_sync(self._database.in_turn, f"studies of {origin}")
            for some, bound in (
                (select(func.count()).where(StudyRow.origin == origin), most_there),
                (
                    select(func.count()).where(StudyRow.origin == origin, StudyRow.owner == who),
                    most,
                ),
            ):
                if int((await connection.execute(some)).scalar_one()) >= bound:
                    raise TooManyStudies(
                        mark("{most} studies are kept from here already; take some away first"),
                        most=bound,
                    )
            await connection.execute(
                StudyRow.__table__.insert(),  # type: ignore[attr-defined]
                [
                    {
                        "id": made.id,
                        "body": body,
                        "version": 0,
                        "made": made.made,
                        "touched": made.made,
                        "origin": origin,
                        "owner": who,
                    }
                ],
            )
        return made

    async def load(self, study_id: str) -> Kept:
        """Return a study; `NoStudy` if there is none."""
        async with self._database.connect() as connection:
            found = await connection.execute(select(StudyRow).where(StudyRow.id == study_id))
            row = found.mappings().first()
        if row is None:
            raise NoStudy(mark("there is no study at this address"))
        return Kept(row["id"], row["body"], row["version"], row["made"])

    async def change(self, study_id: str, version: int, body: Json) -> int:
        """Keep a study anew and return its version; `StudyChanged` if it was another one."""
        async with self._database.begin() as connection:
            done = await connection.execute(
                update(StudyRow)
                .where(StudyRow.id == study_id, StudyRow.version == version)
                .values(body=body, version=version + 1, touched=time.time())
            )
        if done.rowcount == 0:
            raise StudyChanged(mark("the study has changed meanwhile; look again"))
        return version + 1

    async def remove(self, study_id: str) -> None:
        """Forget a study."""
        async with self._database.begin() as connection:
            await connection.execute(delete(StudyRow).where(StudyRow.id == study_id))
