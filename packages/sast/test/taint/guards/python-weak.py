import re, ipaddress, asyncio, os
from enum import Enum
ALLOWED = {"a", "b"}
OPEN = ["a"]
OPENED = {"a"}
OPEN_MAP = {"a": 1}
TABLES = ("a", "b")
SLUG = re.compile(r"^[a-z]+$", re.M)
SLUG_PLAIN = re.compile(r"^[a-z]+$", re.I)
def teach():
    OPEN.append(source())
    OPENED.add(source())
    OPEN_MAP[source()] = 1
class Role(Enum):
    ADMIN = "admin"
class Sql:
    def __init__(self, text):
        self.text = text
def other_variable():
    x = source()
    y = source()
    if y not in ALLOWED:
        return
    sink(x) # found
    sink(y)
def before():
    x = source()
    if x not in ALLOWED:
        return
    x = source()
    sink(x) # found
def after():
    x = source()
    sink(x) # found
    if x not in ALLOWED:
        return
    sink(x)
def other_key():
    o = source()
    if o["a"] not in ALLOWED:
        return
    sink(o["b"]) # found
    sink(o["a"])
def other_key_get():
    o = source()
    if o.get("a") not in ALLOWED:
        return
    sink(o.get("b")) # found
def nested(deep):
    x = source()
    if deep:
        if x not in ALLOWED:
            raise ValueError
    sink(x) # found
def in_try():
    x = source()
    try:
        if x not in ALLOWED:
            raise ValueError
    except ValueError:
        pass
    sink(x) # found
def in_try_ended():
    x = source()
    try:
        if x not in ALLOWED:
            raise ValueError
    except ValueError:
        return
    sink(x)
def open_list():
    x = source()
    if x not in OPEN:
        return
    sink(x) # found
def open_set():
    x = source()
    if x not in OPENED:
        return
    sink(x) # found
def open_map():
    x = source()
    if x not in OPEN_MAP:
        return
    sink(x) # found
def split_list():
    x = source()
    allowed = source().split(",")
    if x not in allowed:
        return
    sink(x) # found
def comprehended_list():
    x = source()
    allowed = [one.strip() for one in source()]
    if x not in allowed:
        return
    sink(x) # found
def substring():
    x = source()
    if "a" not in x:
        return
    sink(x) # found
def first_part():
    x = source()
    if x.split(",")[0] not in ALLOWED:
        return
    sink(x) # found
def first_sign():
    x = source()
    if x[0] not in ALLOWED:
        return
    sink(x) # found
def stripped_of_sign():
    x = source()
    if x.replace("'", "") not in ALLOWED:
        return
    sink(x) # found
def regex_lines():
    x = source()
    if not re.match(r"^[a-z]+$", x, re.MULTILINE):
        return
    sink(x) # found
def regex_lines_compiled():
    x = source()
    if not SLUG.search(x):
        return
    sink(x) # found
def regex_case():
    x = source()
    if not SLUG_PLAIN.search(x):
        return
    sink(x)
def regex_inline():
    x = source()
    if not re.search(r"(?m)^[a-z]+$", x):
        return
    sink(x) # found
def regex_begins():
    x = source()
    if not re.match(r"[a-z]+", x):
        return
    sink(x) # found
def regex_search_whole():
    x = source()
    if not re.search(r"^[a-z]+\Z", x):
        return
    sink(x)
def regex_range():
    x = source()
    if not re.fullmatch(r"[A-z]+", x):
        return
    sink(x) # found
def regex_of_others():
    x = source()
    if not re.match(x, "^[a-z]+$"):
        return
    sink(x) # found
def regex_alternative():
    x = source()
    if not re.match(r"^[a-z]+$|.*", x):
        return
    sink(x) # found
def replaced_once():
    x = source()
    sink(re.sub(r"[^a-z]", "", x, 1)) # found
    sink(re.sub(r"[^a-z]", "", x, count=1)) # found
    sink(re.sub(r"[^a-z]", "", x, flags=re.I))
    sink(re.sub(r"[^a-z]", source(), "ab")) # found
def is_text():
    x = source()
    if not isinstance(x, str):
        return
    sink(x) # found
def any_sign():
    x = source()
    if not any(one.isalnum() for one in x):
        return
    sink(x) # found
def all_signs():
    x = source()
    if not all(one.isalnum() for one in x):
        return
    sink(x)
def all_of_other():
    x = source()
    y = source()
    if not all(one.isalnum() for one in y):
        return
    sink(x) # found
def all_or():
    x = source()
    if not all(one.isalnum() or one == "'" for one in x):
        return
    sink(x) # found
def looped():
    x = source()
    for one in x.split(","):
        if one in ALLOWED:
            break
    sink(x) # found
def flagged(deep):
    x = source()
    ok = True
    if deep:
        ok = x in ALLOWED
    if ok:
        sink(x) # found
def named(x, kind):
    return kind in ALLOWED
def by_named():
    x = source()
    if not named(kind="a", x=x):
        return
    sink(x) # found
def by_named_right():
    x = source()
    if not named("a", kind=x):
        return
    sink(x)
def by_swapped():
    x = source()
    if not named(kind=x, x="a"):
        return
    sink(x)
async def is_free(x):
    return x in ALLOWED
async def not_awaited():
    x = source()
    if not is_free(x):
        return
    sink(x) # found
async def awaited():
    x = source()
    if not await is_free(x):
        return
    sink(x)
def returns_nothing(x):
    if x not in ALLOWED:
        print(x)
        return
def by_nothing():
    x = source()
    returns_nothing(x)
    sink(x) # found
def pieces(x):
    if x not in ALLOWED:
        raise ValueError
    yield x
def by_pieces():
    x = source()
    pieces(x)
    sink(x) # found
class Base:
    def ok(self, x):
        return x in ALLOWED
    def run(self):
        x = source()
        if not self.ok(x):
            return
        sink(x) # found
class Open(Base):
    def ok(self, x):
        return True
class Closed:
    def ok(self, x):
        return x in ALLOWED
    def run(self):
        x = source()
        if not self.ok(x):
            return
        sink(x)
    @staticmethod
    def good(x):
        return x in ALLOWED
    def run_static(self):
        x = source()
        if not Closed.good(x):
            return
        sink(x)
def matched():
    x = source()
    match x:
        case str():
            sink(x) # found
    match x:
        case "a" | "b":
            sink(x)
        case other if other != "c":
            sink(x) # found
def ip():
    x = source()
    ipaddress.ip_address(x)
    sink(x)
def by_class():
    x = source()
    sink(Sql(x).text) # found
def number_raw():
    x = source()
    n = int(x[0])
    sink(x) # found
def decorated():
    x = source()
    if not x.isalnum():
        return
    sink(base64.b64decode(x)) # found
    sink(bytes.fromhex(x)) # found
    sink(x)
def lambda_later():
    x = source()
    check = lambda: x in ALLOWED
    if check:
        sink(x) # found
def called_lambda():
    x = source()
    check = lambda one: one in ALLOWED
    if not check(x):
        return
    sink(x)
def between():
    x = source()
    if "a" <= x <= "b":
        sink(x) # found
def walrus():
    if (x := source()) not in ALLOWED:
        return
    sink(x)
def walrus_other():
    x = source()
    if (y := source()) not in ALLOWED:
        return
    sink(x) # found
def listed():
    x = source()
    if x not in os.listdir("a"):
        return
    sink(x) # found
def aborted():
    x = source()
    if x not in ALLOWED:
        flask.abort(400)
    sink(x)
def left():
    x = source()
    if x not in ALLOWED:
        sys.exit(1)
    sink(x)
def abort_late():
    x = source()
    if x not in ALLOWED:
        aborted_soon(400)
    sink(x) # found
def decoded(value):
    return base64.b64decode(value).decode()
def dd1():
    x = source()
    if not x.isalnum():
        return
    sink(decoded(x)) # found
    sink(x)
