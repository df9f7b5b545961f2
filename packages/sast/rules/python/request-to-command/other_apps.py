import os

import cherrypy
import socketio
import web
from litestar import Controller, get, post
from quart import Quart, request
from sanic import Sanic

app = Sanic("files")
quart = Quart(__name__)
sio = socketio.AsyncServer()


@app.get("/files/<name>")
async def show(request, name):
    # ruleid: python-command-injection
    os.system("show " + name)
    # ruleid: python-command-injection
    os.system("show " + request.args.get("name"))
    # ok: python-command-injection
    os.system("show " + request.app.config.FOLDER)


@quart.post("/files")
async def make():
    data = await request.get_json()
    # ruleid: python-command-injection
    os.system("show " + data["name"])
    # ruleid: python-command-injection
    os.system("show " + (await request.form)["name"])


@get("/files/{name:str}")
async def one(name: str, count: int) -> None:
    # ruleid: python-command-injection
    os.system("show " + name)
    # ok: python-command-injection
    os.system(f"head -n {count}")


class Files(Controller):
    @post("/")
    async def make(self, data: dict[str, str]) -> None:
        # ruleid: python-command-injection
        os.system("show " + data["name"])


class Root:
    @cherrypy.expose
    def index(self, name):
        # ruleid: python-command-injection
        os.system("show " + name)


class Old:
    def GET(self):
        # ruleid: python-command-injection
        os.system("show " + web.input().name)


@sio.on("show")
async def on_show(sid, data):
    # ruleid: python-command-injection
    os.system("show " + data["name"])


@sio.event
async def move(sid, data):
    # ruleid: python-command-injection
    os.system("mv " + data["name"])
