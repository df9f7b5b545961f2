import os
from flask import Flask, request

app = Flask(__name__)


@app.get("/a")
def a():
    # ruleid: python-request-to-command
    getattr(os, "sys" + "tem")(request.args["a"])
    # ruleid: python-request-to-command
    vars(os)["system"](request.args["a"])
    # ruleid: python-request-to-command
    __import__("o" "s").system(request.args["a"])
    # ok: python-request-to-command
    getattr(os, "get" + "env")(request.args["a"])
    # ok: python-request-to-command
    print("getattr(os, 'system')" + request.args["a"])
