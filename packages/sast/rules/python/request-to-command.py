import asyncio
import os
import shlex
import subprocess
from subprocess import Popen as start

from fastapi import FastAPI
from flask import Flask, request

app = Flask(__name__)
api = FastAPI()
PROGRAMS = {"tar": "/usr/bin/tar"}


@app.route("/convert")
def convert():
    name = request.args.get("name")
    # ruleid: python-command-injection
    os.system("convert " + name)
    # ok: python-command-injection
    os.system("convert " + shlex.quote(name))
    # ok: python-command-injection
    subprocess.run(["convert", "--", name])
    lines = int(request.args["lines"])
    # ok: python-command-injection
    os.system(f"head -n {lines} log")
    return "done"


@app.route("/logs/<name>")
def logs(name):
    # ruleid: python-command-injection
    return subprocess.check_output(f"tail {name}.log", shell=True)


def launch(text):
    # ruleid: python-command-injection
    return start("ping -c 1 {}".format(text), shell=True)


@api.get("/ping")
async def ping(host: str, count: int):
    launch(host)
    # ok: python-command-injection
    os.system(f"ping -c {count} localhost")
    # ruleid: python-command-injection
    return await asyncio.create_subprocess_shell(f"dig {host}")


def archive(request):
    tool = request.GET["tool"]
    # ruleid: python-command-injection-program
    subprocess.run([tool, "-cf", "out.tar", "in"])
    # ok: python-command-injection-program
    subprocess.run([PROGRAMS[tool], "-cf", "out.tar", "in"])
    # ok: python-command-injection-program
    subprocess.run(["tar", "-cf", "out.tar", "--", tool])
    # ruleid: python-command-injection
    subprocess.run(["sh", "-c", "tar -cf out.tar " + tool])


def fixed(request):
    # ok: python-command-injection
    os.system("ls")
    # ok: python-command-injection
    os.system(f"grep -c x {len(request.body)}")


@app.get("/goods/<int:number>/<float(min=1):price>/<uuid:mark>")
def by_number(number, price, mark):
    # ok: python-command-injection
    os.system("show %s" % number)
    # ok: python-command-injection
    os.system("show %s" % price)
    # ok: python-command-injection
    os.system("show %s" % mark)


@app.get("/goods/<int:number>/<string:kind>/<path:rest>")
@app.get("/old/<number>")
def by_anything(number, kind, rest):
    # ruleid: python-command-injection
    os.system("show %s" % number)
    # ruleid: python-command-injection
    os.system("show %s" % kind)
    # ruleid: python-command-injection
    os.system("show %s" % rest)


@app.route("/homes/<user>")
def home_of(user):
    # ruleid: python-command-injection
    os.system("du -s /home/" + user)


@api.get("/homes/{user}/{context:path}")
async def part_of(user: str, context: str):
    # ruleid: python-command-injection
    os.system("du -s /home/" + user)
    # ruleid: python-command-injection
    os.system("du -s " + context)


@app.route("/homes/<int:user>")
def home_by_number(user):
    # ok: python-command-injection
    os.system("du -s /home/%s" % user)


@api.get("/home")
async def own_home(user):
    # ok: python-command-injection
    os.system("du -s /home/" + user)
