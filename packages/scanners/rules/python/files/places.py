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
    # ruleid: python-request-to-path
    Path("files", name).open()
    # ruleid: python-request-to-path
    Image.open("files/" + name)
    # ruleid: python-request-to-path
    glob.glob("files/" + name)
    # ruleid: python-request-to-path
    await anyio.open_file("files/" + name)
    # ruleid: python-request-to-path
    os.replace("last", name)
    if name not in os.listdir("files"):
        raise KeyError(name)
    # ok: python-request-to-path
    return FileResponse(path="files/" + name)


@router.post("/files")
async def make(file: UploadFile):
    # ruleid: python-request-to-path
    return FileResponse(path="files/" + file.filename)
