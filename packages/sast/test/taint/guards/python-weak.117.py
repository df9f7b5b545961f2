import re
def dollar():
    x = source()
    if not re.match(r"^[a-z]+$", x):
        return
    sink(x) # found
def end():
    x = source()
    if not re.match(r"^[a-z]+\Z", x):
        return
    sink(x)
def whole():
    x = source()
    if not re.fullmatch(r"[a-z]+", x):
        return
    sink(x)
def number():
    x = source()
    int(x)
    sink(x) # found
def digits():
    x = source()
    if not x.isdigit():
        return
    sink(x)
