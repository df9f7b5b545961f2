import dill

def decode(raw):
    job = dill.loads(raw)
    if "kind" not in job:
        raise ValueError("A job without a kind")
    return job
