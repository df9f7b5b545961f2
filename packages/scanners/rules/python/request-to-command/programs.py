import asyncio
import subprocess

import fabric
import paramiko


def build(request):
    name = request.GET["name"]
    # ruleid: python-request-to-command
    subprocess.call(["/bin/bash", "-lc", "show " + name])
    # ruleid: python-request-to-command
    fabric.Connection("host").run("show " + name)
    conn = connect()
    # ruleid: python-request-to-command
    conn.sudo(f"show {name}")
    # ruleid: python-request-to-argument
    subprocess.run(["git", "clone", name])
    # ok: python-request-to-argument
    subprocess.run(["git", "clone", "--", name])
    # ok: python-request-to-argument
    subprocess.run(["show", name])
    # ok: python-request-to-command
    subprocess.run(["show", name])


async def fetch(request):
    # ruleid: python-request-to-argument
    await asyncio.create_subprocess_exec("curl", request.query["address"])
    # ok: python-request-to-argument
    await asyncio.create_subprocess_exec("curl", "--", request.query["address"])
    # ruleid: python-request-to-command
    await asyncio.create_subprocess_exec("sh", "-c", request.query["command"])
