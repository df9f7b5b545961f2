import os
import tempfile
from pathlib import Path


def temporary(text):
    # ruleid: python-temporary-name
    name = tempfile.mktemp()
    # ok: python-temporary-name
    handle, other = tempfile.mkstemp()
    # ruleid: python-temporary-path
    with open("/tmp/report.txt", "w") as out:
        out.write(text)
    # ok: python-temporary-path
    open("/tmp/report.txt")
    # ok: python-temporary-path
    open("/srv/report.txt", "w")
    return name, handle, other


def rights(path):
    # ruleid: python-open-to-everybody
    os.chmod(path, 0o777)
    # ruleid: python-open-to-everybody
    Path(path).chmod(0o666)
    # ok: python-open-to-everybody
    os.chmod(path, 0o750)
    # ruleid: python-open-to-everybody
    os.umask(0)
    # ok: python-open-to-everybody
    os.umask(0o077)


def mask():
    # ok: python-open-to-everybody
    old = os.umask(0)
    os.umask(old)
    return old


def once(path):
    # ruleid: python-looked-before-open
    if not os.path.exists(path):
        with open(path, "w") as out:
            out.write("first")
    # ok: python-looked-before-open
    with open(path, "x") as out:
        out.write("first")
