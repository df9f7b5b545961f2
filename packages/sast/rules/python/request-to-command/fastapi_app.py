import os
from typing import Annotated, Optional

from fastapi import APIRouter, Depends, FastAPI, Query, Request, WebSocket
from pydantic import BaseModel

router = APIRouter()


class Item(BaseModel):
    name: str


@router.get("/files/{name}")
async def one(name: str, q: Optional[str] = None, page: int = 1, db=Depends(get_db)):
    # ruleid: python-command-injection
    os.system("show " + name)
    # ruleid: python-command-injection
    os.system(f"show {q}")
    # ok: python-command-injection
    os.system(f"show {page}")
    # ok: python-command-injection
    os.system(f"show {db}")


@router.post("/files")
async def make(item: Item, limit: Annotated[int, Query()] = 3, kind: Annotated[str, Query()] = ""):
    # ruleid: python-command-injection
    os.system("show " + item.name)
    # ruleid: python-command-injection
    os.system("show " + kind)
    # ok: python-command-injection
    os.system(f"head -n {limit}")


@router.websocket("/events")
async def events(websocket: WebSocket):
    async for message in websocket.iter_text():
        pass
    data = await websocket.receive_json()
    # ruleid: python-command-injection
    os.system("show " + data["name"])


async def starlette_view(request: Request):
    form = await request.form()
    # ruleid: python-command-injection
    os.system("show " + form["name"])
    # ruleid: python-command-injection
    os.system("show " + request.path_params["name"])
    # ok: python-command-injection
    os.system("show " + request.state.folder)
    # ok: python-command-injection
    os.system("show " + request.user.folder)
