import redis
from fastapi import FastAPI, Request

from codec import decode

app = FastAPI()
queue = redis.Redis()

@app.post("/jobs")
async def enqueue(request: Request):
    raw = await request.body()
    job = decode(raw)
    queue.rpush("jobs", raw)
    return {"accepted": job["kind"]}
