import os
from datetime import date
from enum import Enum
from typing import Literal
from uuid import UUID

from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Kind(str, Enum):
    small = "small"


class Base(BaseModel):
    count: int


class Item(Base):
    kind: Literal["a", "b"]
    own: Kind
    id: UUID
    name: str


class Plain:
    kind: Literal["a", "b"]
    count: int


@app.post("/items")
def items(item: Item):
    # ok: python-command-injection
    os.system(f"tool {item.kind} {item.own.value}")
    # ok: python-command-injection
    os.system(f"tool {item.count} {item.id}")
    # ruleid: python-command-injection
    os.system(f"tool {item.name}")


@app.post("/plain")
def plain(item: Plain):
    # ruleid: python-command-injection
    os.system(f"tool {item.kind}")


@app.get("/kinds")
def kinds(kind: Kind, day: date, one: Literal["p", "q"], text: str):
    # ok: python-command-injection
    os.system(f"tool {kind.value} {day} {one}")
    # ruleid: python-command-injection
    os.system(f"tool {text}")
