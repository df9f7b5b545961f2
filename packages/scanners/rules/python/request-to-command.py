import os
import shlex
import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.route("/convert")
def convert():
    name = request.args.get("name")
    # ruleid: python-request-to-command
    os.system("convert " + name)
    # ok: python-request-to-command
    os.system("convert " + shlex.quote(name))
    # ok: python-request-to-command
    subprocess.run(["convert", "--", name])
    lines = int(request.args["lines"])
    # ok: python-request-to-command
    os.system(f"head -n {lines} log")
    return "done"


@app.route("/logs/<name>")
def logs(name):
    # ruleid: python-request-to-command
    return subprocess.check_output(f"tail {name}.log", shell=True)
