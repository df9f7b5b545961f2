import base64, hashlib


def names():
    x = source()
    sink(hashlib.sha256(x).hexdigest())
    sink(base64.b64encode(x))  # found
