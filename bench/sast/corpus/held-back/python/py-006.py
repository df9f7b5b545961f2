import asyncio

from aiohttp import web

routes = web.RouteTableDef()

@routes.post("/certificates")
async def certificate(request):
    form = await request.post()
    common_name = form["cn"]
    process = await asyncio.create_subprocess_exec(
        "openssl", "req", "-new", "-key", "host.key", "-subj", f"/CN={common_name}",
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return web.Response(body=output, content_type="application/pkcs10")

app = web.Application()
app.add_routes(routes)
