import os
from flask import Flask, request

app = Flask(__name__)


@app.get("/a")
def a():
    # ruleid: python-command-injection
    getattr(os, "sys" + "tem")(request.args["a"])
    # ruleid: python-command-injection
    vars(os)["system"](request.args["a"])
    # ruleid: python-command-injection
    __import__("o" "s").system(request.args["a"])
    # ok: python-command-injection
    getattr(os, "get" + "env")(request.args["a"])
    # ok: python-command-injection
    print("getattr(os, 'system')" + request.args["a"])
