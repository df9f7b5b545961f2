import importlib
import sys
from importlib import import_module as load
from flask import request


def read():
    # ruleid: python-command-injection
    importlib.import_module("os").system(request.args["name"])
    # ruleid: python-command-injection
    __import__("o" + "s").system(request.args["name"])
    # ruleid: python-command-injection
    sys.modules["os"].system(request.args["name"])


def assigned():
    module = load("o" "s")
    # ruleid: python-command-injection
    module.system(request.args["name"])
    other = __import__("subprocess")
    # ruleid: python-command-injection
    other.call(request.args["name"], shell=True)
    own = load("shop.tools")
    # ok: python-command-injection
    own.system(request.args["name"])
