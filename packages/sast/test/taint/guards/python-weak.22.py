import os
from pathlib import Path
ROOT = os.environ["ROOT"]
FIXED = "/srv/data"
def before_join():
    x = source()
    if not x.startswith(ROOT + os.sep):
        return
    sink(os.path.join(ROOT, x)) # found
def not_normal():
    p = os.path.join(ROOT, source())
    if not p.startswith(ROOT + os.sep):
        return
    sink(p) # found
def no_separator():
    p = os.path.realpath(os.path.join(ROOT, source()))
    if not p.startswith(ROOT):
        return
    sink(p) # found
def no_separator_fixed():
    p = os.path.realpath(os.path.join(FIXED, source()))
    if not p.startswith(FIXED):
        return
    sink(p) # found
def separator():
    p = os.path.realpath(os.path.join(ROOT, source()))
    if not p.startswith(ROOT + os.sep):
        return
    sink(p)
def separator_fixed():
    p = os.path.abspath(os.path.join(FIXED, source()))
    if not p.startswith(FIXED + "/"):
        return
    sink(p)
def separator_or_same():
    p = os.path.abspath(os.path.join(FIXED, source()))
    if p != FIXED and not p.startswith(FIXED + "/"):
        return
    sink(p)
def common():
    p = os.path.realpath(os.path.join(FIXED, source()))
    if os.path.commonpath([FIXED, p]) != FIXED:
        return
    sink(p)
def common_prefix():
    p = os.path.realpath(os.path.join(FIXED, source()))
    if os.path.commonprefix([FIXED, p]) != FIXED:
        return
    sink(p) # found
def relative():
    p = (Path(ROOT) / source()).resolve()
    if not p.is_relative_to(ROOT):
        return
    sink(p)
def of_others():
    p = os.path.realpath(source())
    if not p.startswith(source() + "/"):
        return
    sink(p) # found
def other():
    p = os.path.realpath(source())
    q = os.path.realpath(source())
    if not q.startswith(FIXED + "/"):
        return
    sink(p) # found
def dots():
    x = source()
    if ".." in x:
        return
    sink(x) # found
def newline_form():
    x = source()
    if not x.isalnum():
        return
    sink(x)
def listed():
    x = source()
    if x not in os.listdir(FIXED):
        return
    sink(x)
def listed_by_others():
    x = source()
    if x not in os.listdir(source()):
        return
    sink(x) # found
