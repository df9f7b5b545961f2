import os

from aiohttp import web
from bottle import Bottle, run

bottle_app = Bottle()

@bottle_app.get("/health")
def health():
    return {"pid": os.getpid()}

async def aio_health(request):
    return web.json_response({"pid": os.getpid()})

if __name__ == "__main__":
    run(bottle_app, host="0.0.0.0", port=8000, debug=False, reloader=False)
