import redis

from codec import decode

queue = redis.Redis()

def next_job():
    _, raw = queue.blpop("jobs")
    return decode(raw)
