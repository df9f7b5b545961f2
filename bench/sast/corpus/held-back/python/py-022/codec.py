import msgpack

def decode(raw):
    job = msgpack.unpackb(raw, raw=False)
    if "kind" not in job:
        raise ValueError("A job without a kind")
    return job
