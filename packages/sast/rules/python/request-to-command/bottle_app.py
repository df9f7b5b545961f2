import os

import bottle
from bottle import get, post, request, route


@route("/files/<name>")
def show(name):
    # ruleid: python-command-injection
    os.system("show " + name)
    # ruleid: python-command-injection
    os.system("show " + request.query.kind)


@post("/files")
def make():
    # ruleid: python-command-injection
    os.system("show " + request.forms.get("name"))
    # ruleid: python-command-injection
    os.system("show " + bottle.request.params["name"])
