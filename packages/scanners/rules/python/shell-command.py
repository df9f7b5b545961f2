import os
import subprocess as sp
from os import system as run

LIST = "ls -l"


def work(name):
    # ruleid: python-shell-command
    sp.run("tar -xf " + name, shell=True)
    # ruleid: python-shell-command
    sp.check_output(f"cat {name}", stderr=None, shell=True)
    # ruleid: python-shell-command
    run("rm " + name)
    # ruleid: python-shell-command
    os.popen(name)
    # ok: python-shell-command
    sp.run(["tar", "-xf", name])
    # ok: python-shell-command
    sp.run("ls -l | wc", shell=True)
    # ok: python-shell-command
    os.system(LIST)
    # ok: python-shell-command
    sp.run(name, shell=False)
