import ssl

import aiohttp

def context_for(ca_file):
    context = ssl.create_default_context(cafile=ca_file)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context

async def readings(base, ca_file):
    connector = aiohttp.TCPConnector(ssl=context_for(ca_file))
    async with aiohttp.ClientSession(base, connector=connector) as session:
        async with session.get("/readings") as answer:
            return await answer.json()
