import os
import tempfile
from pathlib import Path


def temporary(text):
    # ruleid: python-insecure-temporary-file
    name = tempfile.mktemp()
    # ok: python-insecure-temporary-file
    handle, other = tempfile.mkstemp()
    # ruleid: python-insecure-temporary-file-fixed-path
    with open("/tmp/report.txt", "w") as out:
        out.write(text)
    # ok: python-insecure-temporary-file-fixed-path
    open("/tmp/report.txt")
    # ok: python-insecure-temporary-file-fixed-path
    open("/srv/report.txt", "w")
    return name, handle, other


def rights(path):
    # ruleid: python-world-writable-file
    os.chmod(path, 0o777)
    # ruleid: python-world-writable-file
    Path(path).chmod(0o666)
    # ok: python-world-writable-file
    os.chmod(path, 0o750)
    # ruleid: python-world-writable-file
    os.umask(0)
    # ok: python-world-writable-file
    os.umask(0o077)


def mask():
    # ok: python-world-writable-file
    old = os.umask(0)
    os.umask(old)
    return old


def once(path):
    # ruleid: python-toctou-race
    if not os.path.exists(path):
        with open(path, "w") as out:
            out.write("first")
    # ok: python-toctou-race
    with open(path, "x") as out:
        out.write("first")
