import os
import shutil
import tarfile
import uuid
import zipfile
from pathlib import Path

from fastapi import FastAPI, UploadFile
from fastapi.responses import FileResponse
from flask import Flask, request, send_file
from werkzeug.utils import secure_filename

app = Flask(__name__)
api = FastAPI()
BASE = Path("/srv/files")
NAMES = {"a": "a.txt"}


def read(name):
    # ruleid: python-path-traversal
    with open(os.path.join("data", name)) as file:
        return file.read()


@app.route("/files/<path:name>")
def file(name):
    read(name)
    # ruleid: python-path-traversal
    send_file("data/" + name)
    # ok: python-path-traversal
    send_file("data/" + secure_filename(name))
    # ok: python-path-traversal
    open(os.path.join("data", os.path.basename(name)))
    # ok: python-path-traversal
    open(NAMES[name])
    # ok: python-path-traversal
    open(f"data/{int(request.args['id'])}.txt")
    path = BASE / name
    # ruleid: python-path-traversal
    path.read_text()
    # ok: python-path-traversal
    return open("data/index").read()


@api.get("/download")
async def download(name: str):
    path = (BASE / name).resolve()
    if not path.is_relative_to(BASE):
        return None
    # ok: python-path-traversal
    return FileResponse(path)


@api.get("/raw")
async def raw(name: str):
    # ruleid: python-path-traversal
    return FileResponse(BASE / name)


@api.post("/upload")
async def upload(file: UploadFile):
    # ruleid: python-path-traversal
    with open("uploads/" + file.filename, "wb") as out:
        shutil.copyfileobj(file.file, out)


def delete(request):
    # ruleid: python-path-traversal
    os.remove("/srv/" + request.POST["name"])
    # ruleid: python-path-traversal
    shutil.rmtree(Path("/srv") / request.POST["name"])


def unpack(path, target):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            # ruleid: python-path-traversal-zip-slip
            with open(os.path.join(target, name), "wb") as out:
                out.write(archive.read(name))
            # ok: python-path-traversal-zip-slip
            with open(os.path.join(target, os.path.basename(name)), "wb") as out:
                out.write(archive.read(name))


def members(path):
    archive = tarfile.open(path)
    for one in archive.getmembers():
        # ruleid: python-path-traversal-zip-slip
        os.makedirs("out/" + one.name)
    # ruleid: python-path-traversal-tar
    archive.extractall("out")
    # ok: python-path-traversal-tar
    archive.extractall("out", filter="data")


def tar(path, folder):
    with tarfile.open(path) as archive:
        # ruleid: python-path-traversal-tar
        archive.extractall(folder)
    # ruleid: python-path-traversal-tar
    tarfile.open(path).extractall(path=folder)
    with zipfile.ZipFile(path) as archive:
        # ok: python-path-traversal-tar
        archive.extractall(folder)


@app.post("/import")
def imported():
    sent = request.files["archive"]
    # ruleid: python-unsafe-archive-extraction
    archive = tarfile.open(fileobj=sent.stream)
    # ok: python-unsafe-archive-extraction
    tarfile.open("fixed.tar")
    return archive.name


@app.post("/avatar")
def avatar():
    sent = request.files["image"]
    # ruleid: python-unrestricted-upload
    sent.save(os.path.join("static", secure_filename(sent.filename)))
    # ok: python-unrestricted-upload
    sent.save(os.path.join("static", str(uuid.uuid4()) + ".png"))
    # ok: python-unrestricted-upload
    report.save(frame.filename)
    return "done"
