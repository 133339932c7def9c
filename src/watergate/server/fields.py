"""Types of the fields that requests and messages share: ids, keys, sides by name, languages."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import core_schema

from watergate.edition import Side
from watergate.texts import LANGUAGES

GameId = Annotated[str, Field(pattern=r"^[a-z0-9]{6,40}$")]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{6,64}$")]
Code = Annotated[str, Field(max_length=100)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
MoveText = Annotated[str, Field(max_length=60)]


class _ByName:
    """Inside a side is a number; outside it goes by its name."""

    @staticmethod
    def __get_pydantic_core_schema__(_: Any, __: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        names = core_schema.literal_schema([str(side) for side in Side])
        return core_schema.no_info_before_validator_function(
            lambda value: str(value) if isinstance(value, Side) else value,
            core_schema.no_info_after_validator_function(lambda name: Side[name.upper()], names),
            serialization=core_schema.plain_serializer_function_ser_schema(
                str, return_schema=names
            ),
        )


SideName = Annotated[Side, _ByName]


class _OfCatalogue:
    """A language that there is a catalogue of."""

    @staticmethod
    def __get_pydantic_core_schema__(_: Any, __: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.literal_schema(list(LANGUAGES))


Language = Annotated[str, _OfCatalogue]
