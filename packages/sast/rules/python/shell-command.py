import os
import subprocess as sp
from os import system as run

LIST = "ls -l"


def work(name):
    # ruleid: python-command-injection-string-concatenation
    sp.run("tar -xf " + name, shell=True)
    # ruleid: python-command-injection-string-concatenation
    sp.check_output(f"cat {name}", stderr=None, shell=True)
    # ruleid: python-command-injection-string-concatenation
    run("rm " + name)
    # ruleid: python-command-injection-string-concatenation
    os.popen(name)
    # ok: python-command-injection-string-concatenation
    sp.run(["tar", "-xf", name])
    # ok: python-command-injection-string-concatenation
    sp.run("ls -l | wc", shell=True)
    # ok: python-command-injection-string-concatenation
    os.system(LIST)
    # ok: python-command-injection-string-concatenation
    sp.run(name, shell=False)
