import aiohttp
import httpx
import requests
import urllib3
from flask import request


def clients():
    address = request.args["address"]
    s = requests.Session()
    # ruleid: python-ssrf
    s.get(address)
    with httpx.Client() as c:
        # ruleid: python-ssrf
        c.get(address)
    p = urllib3.PoolManager()
    # ruleid: python-ssrf
    p.request("GET", address)
    cache = dict()
    # ok: python-ssrf
    cache.get(address)


async def later():
    async with aiohttp.ClientSession() as s:
        # ruleid: python-ssrf
        await s.get(request.args["address"])
