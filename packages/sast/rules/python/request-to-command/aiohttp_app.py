import asyncio

from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/{name}")
async def show(request):
    # ruleid: python-command-injection
    await asyncio.create_subprocess_shell("show " + request.match_info["name"])
    # ruleid: python-command-injection
    await asyncio.create_subprocess_shell("show " + request.query["name"])
    data = await request.post()
    # ruleid: python-command-injection
    await asyncio.create_subprocess_shell("show " + data["name"])
    body = await request.json()
    # ruleid: python-command-injection
    await asyncio.create_subprocess_shell("show " + body["name"])


async def talk(request):
    ws = web.WebSocketResponse()
    await ws.prepare(request)
    async for message in ws:
        # ruleid: python-command-injection
        await asyncio.create_subprocess_shell("show " + message.data)
