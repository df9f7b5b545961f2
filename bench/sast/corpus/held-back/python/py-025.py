from aiohttp import web

PAGES = {"help": "/help", "prices": "/prices"}

async def jump(request):
    to = request.query.get("to", "help")
    location = PAGES.get(to) or to
    raise web.HTTPFound(location)

app = web.Application()
app.router.add_get("/jump", jump)
