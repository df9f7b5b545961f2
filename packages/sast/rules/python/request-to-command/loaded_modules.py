import importlib
import sys
from flask import request


def read():
    # ruleid: python-command-injection
    importlib.import_module("os").system(request.args["name"])
    # ruleid: python-command-injection
    __import__("o" + "s").system(request.args["name"])
    # ruleid: python-command-injection
    sys.modules["os"].system(request.args["name"])
