import base64, hashlib, hmac, binascii
from lxml import etree


def digest():
    x = source()
    sink(hashlib.md5(x.encode()).hexdigest())
    sink(hashlib.new("sha256", x).hexdigest())
    sink(hmac.new(KEY, x, "sha256").hexdigest())
    sink(hashlib.sha256(x).digest())  # found


def encoded():
    x = source()
    sink(x.encode().hex())
    sink(binascii.hexlify(x))
    sink(base64.b64encode(x).decode())
    sink(base64.b85encode(x))  # found
    sink(base64.b64decode(base64.b64encode(x)))  # found
    sink("<p>" + base64.urlsafe_b64encode(x).decode() + "</p>")


def parts():
    x = source()
    digest = hashlib.sha1(x).hexdigest()
    sink(f"<p>{digest}</p>")
    sink(f"<p>{digest} of {x}</p>")  # found


def numbers():
    x = source()
    sink(len(x))
    sink(int(x))
    sink(x.isdigit())
    sink(x == "a")
    sink(x.count("a"))


def dates(form):
    x = source()
    sink(parse(x).strftime("%Y-%m-%d"))
    sink(parse(x).isoformat())
    sink(NOW.strftime(x))  # found


def names():
    x = source()
    # `{<script>}a`: the namespace stands before the name.
    sink(etree.fromstring(x).tag)  # found


class Own:
    def hexdigest(self, x):
        return x

    def call(self):
        sink(self.hexdigest(source()))  # found
