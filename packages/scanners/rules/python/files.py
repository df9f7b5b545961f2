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
    # ruleid: python-request-to-path
    with open(os.path.join("data", name)) as file:
        return file.read()


@app.route("/files/<path:name>")
def file(name):
    read(name)
    # ruleid: python-request-to-path
    send_file("data/" + name)
    # ok: python-request-to-path
    send_file("data/" + secure_filename(name))
    # ok: python-request-to-path
    open(os.path.join("data", os.path.basename(name)))
    # ok: python-request-to-path
    open(NAMES[name])
    # ok: python-request-to-path
    open(f"data/{int(request.args['id'])}.txt")
    path = BASE / name
    # ruleid: python-request-to-path
    path.read_text()
    # ok: python-request-to-path
    return open("data/index").read()


@api.get("/download")
async def download(name: str):
    path = (BASE / name).resolve()
    if not path.is_relative_to(BASE):
        return None
    # ok: python-request-to-path
    return FileResponse(path)


@api.get("/raw")
async def raw(name: str):
    # ruleid: python-request-to-path
    return FileResponse(BASE / name)


@api.post("/upload")
async def upload(file: UploadFile):
    # ruleid: python-request-to-path
    with open("uploads/" + file.filename, "wb") as out:
        shutil.copyfileobj(file.file, out)


def delete(request):
    # ruleid: python-request-to-path
    os.remove("/srv/" + request.POST["name"])
    # ruleid: python-request-to-path
    shutil.rmtree(Path("/srv") / request.POST["name"])


def unpack(path, target):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            # ruleid: python-archive-to-path
            with open(os.path.join(target, name), "wb") as out:
                out.write(archive.read(name))
            # ok: python-archive-to-path
            with open(os.path.join(target, os.path.basename(name)), "wb") as out:
                out.write(archive.read(name))


def members(path):
    archive = tarfile.open(path)
    for one in archive.getmembers():
        # ruleid: python-archive-to-path
        os.makedirs("out/" + one.name)
    # ruleid: python-tar-unfiltered
    archive.extractall("out")
    # ok: python-tar-unfiltered
    archive.extractall("out", filter="data")


def tar(path, folder):
    with tarfile.open(path) as archive:
        # ruleid: python-tar-unfiltered
        archive.extractall(folder)
    # ruleid: python-tar-unfiltered
    tarfile.open(path).extractall(path=folder)
    with zipfile.ZipFile(path) as archive:
        # ok: python-tar-unfiltered
        archive.extractall(folder)


@app.post("/import")
def imported():
    sent = request.files["archive"]
    # ruleid: python-request-to-archive
    archive = tarfile.open(fileobj=sent.stream)
    # ok: python-request-to-archive
    tarfile.open("fixed.tar")
    return archive.name


@app.post("/avatar")
def avatar():
    sent = request.files["image"]
    # ruleid: python-upload-name
    sent.save(os.path.join("static", secure_filename(sent.filename)))
    # ok: python-upload-name
    sent.save(os.path.join("static", str(uuid.uuid4()) + ".png"))
    # ok: python-upload-name
    report.save(frame.filename)
    return "done"
