import glob
import os
from pathlib import Path

import anyio
from fastapi import APIRouter, UploadFile
from fastapi.responses import FileResponse
from PIL import Image

router = APIRouter()


@router.get("/files/{name}")
async def one(name: str):
    # ruleid: python-path-traversal
    Path("files", name).open()
    # ruleid: python-path-traversal
    Image.open("files/" + name)
    # ruleid: python-path-traversal
    glob.glob("files/" + name)
    # ruleid: python-path-traversal
    await anyio.open_file("files/" + name)
    # ruleid: python-path-traversal
    os.replace("last", name)
    if name not in os.listdir("files"):
        raise KeyError(name)
    # ok: python-path-traversal
    return FileResponse(path="files/" + name)


@router.post("/files")
async def make(file: UploadFile):
    # ruleid: python-path-traversal
    return FileResponse(path="files/" + file.filename)
