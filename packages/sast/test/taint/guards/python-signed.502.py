def a():
    x = source()
    if not hmac.compare_digest(hmac.new(KEY, x, "sha256").hexdigest(), sent):
        return
    sink(x)
def b():
    x = source()
    hmac.compare_digest(hmac.new(KEY, x, "sha256").hexdigest(), sent)
    sink(x) # found
def c():
    x = source()
    if not hmac.compare_digest(hashlib.sha256(x).hexdigest(), sent):
        return
    sink(x) # found
