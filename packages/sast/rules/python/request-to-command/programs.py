import asyncio
import subprocess

import fabric
import paramiko


def build(request):
    name = request.GET["name"]
    # ruleid: python-command-injection
    subprocess.call(["/bin/bash", "-lc", "show " + name])
    # ruleid: python-command-injection
    fabric.Connection("host").run("show " + name)
    conn = connect()
    # ruleid: python-command-injection
    conn.sudo(f"show {name}")
    # ruleid: python-argument-injection
    subprocess.run(["git", "clone", name])
    # ok: python-argument-injection
    subprocess.run(["git", "clone", "--", name])
    # ok: python-argument-injection
    subprocess.run(["show", name])
    # ok: python-command-injection
    subprocess.run(["show", name])


async def fetch(request):
    # ruleid: python-argument-injection
    await asyncio.create_subprocess_exec("curl", request.query["address"])
    # ok: python-argument-injection
    await asyncio.create_subprocess_exec("curl", "--", request.query["address"])
    # ruleid: python-command-injection
    await asyncio.create_subprocess_exec("sh", "-c", request.query["command"])
