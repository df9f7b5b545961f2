import aiohttp
import httpx
import requests
import urllib3
from flask import request


def clients():
    address = request.args["address"]
    s = requests.Session()
    # ruleid: python-request-to-address
    s.get(address)
    with httpx.Client() as c:
        # ruleid: python-request-to-address
        c.get(address)
    p = urllib3.PoolManager()
    # ruleid: python-request-to-address
    p.request("GET", address)
    cache = dict()
    # ok: python-request-to-address
    cache.get(address)


async def later():
    async with aiohttp.ClientSession() as s:
        # ruleid: python-request-to-address
        await s.get(request.args["address"])
