import re, uuid
from enum import Enum
ALLOWED = {"a", "b"}
TABLES = ("a", "b")
MAP = {"a": "x"}
SLUG = re.compile(r"[a-z]+")
class Role(Enum):
    ADMIN = "admin"
def reassigned():
    x = source()
    if x not in ALLOWED:
        x = "a"
    sink(x)
def raised():
    x = source()
    if x not in ALLOWED:
        raise ValueError(x)
    sink(x)
def logged():
    x = source()
    if x not in ALLOWED:
        print(x)
    sink(x) # found
def ternary():
    x = source()
    sink(x if x in TABLES else "c")
    sink("c" if x in TABLES else x) # found
def mapped():
    x = source()
    sink(MAP.get(x, "d"))
    y = MAP[x]
    sink(y)
def regex():
    x = source()
    if not re.fullmatch(r"[a-z_]+", x):
        return
    sink(x)
def regex_named():
    x = source()
    if not SLUG.fullmatch(x):
        return
    sink(x)
def regex_open():
    x = source()
    if not SLUG.match(x):
        return
    sink(x) # found
def regex_match():
    x = source()
    if re.match(r"^[a-z]+$", x) is None:
        return
    sink(x)
def digits():
    x = source()
    if not x.isdigit():
        raise ValueError
    sink(x)
def either():
    x = source()
    if not x or x not in ALLOWED:
        return
    sink(x)
def matched():
    x = source()
    match x:
        case "a" | "b":
            sink(x)
        case "c":
            sink(x)
        case _:
            sink(x) # found
def is_allowed(x):
    return x in ALLOWED
def helped():
    x = source()
    if not is_allowed(x):
        raise ValueError
    sink(x)
def check(x):
    if x not in ALLOWED:
        raise ValueError
def checked():
    x = source()
    check(x)
    sink(x)
def number():
    x = source()
    try:
        int(x)
    except ValueError:
        return
    sink(x)
def number_ignored():
    x = source()
    try:
        int(x)
    except ValueError:
        pass
    sink(x) # found
def ident():
    x = source()
    uuid.UUID(x)
    sink(x)
def enum():
    x = source()
    sink(Role(x).value)
def prefix():
    x = source()
    if not x.startswith("a"):
        return
    sink(x) # found
def every():
    x = source().split(",")
    if not all(one in ALLOWED for one in x):
        return
    sink(",".join(x))
def filtered():
    x = source().split(",")
    y = [one for one in x if one in ALLOWED]
    sink(",".join(y))
def looped():
    out = []
    for one in source().split(","):
        if one not in ALLOWED:
            continue
        out.append(one)
    sink(",".join(out))
def replaced():
    x = source()
    sink(re.sub(r"[^a-z]", "", x))
    sink(re.sub(r"[a-z]", "", x)) # found
    sink(x.replace("[^a-z]", "")) # found
