import html

from aiohttp import web

async def not_found(request):
    wanted = request.query.get("page", "")
    text = f"<h1>No page {wanted[:200]}</h1>"
    return web.Response(text=text, status=404, content_type="text/html")

def make_app():
    app = web.Application()
    app.router.add_get("/missing", not_found)
    return app
