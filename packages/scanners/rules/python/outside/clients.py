import ftplib

import feedparser
import httpx
import requests
import torch
import urllib3
from litestar import post
from tornado.httpclient import AsyncHTTPClient


@post("/hooks")
async def hook(data: dict[str, str]) -> None:
    # ruleid: python-request-to-address
    requests.post(url=data["address"], json={})
    # ruleid: python-request-to-address
    urllib3.PoolManager().request("GET", data["address"])
    client = httpx.AsyncClient()
    # ruleid: python-request-to-address
    await client.request("GET", data["address"])
    http_client = AsyncHTTPClient()
    # ruleid: python-request-to-address
    await http_client.fetch(data["address"])
    # ruleid: python-request-to-address
    feedparser.parse(data["address"])
    # ruleid: python-request-to-address
    ftplib.FTP(data["host"])
    # ok: python-request-to-address
    requests.post(url="https://api.example/", json=data)
    if data["kind"] not in ADDRESSES:
        raise ValueError(data["kind"])
    # ok: python-request-to-address
    requests.get(ADDRESSES[data["kind"]])
    # ruleid: python-request-to-object
    torch.load(data["model"])
    # ok: python-request-to-object
    torch.load(data["model"], weights_only=True)


class Users:
    def on_post(self, req, resp):
        # ruleid: python-request-to-model
        User.create(**req.media)
        # ruleid: python-request-to-model
        db.users.insert_one(req.media)
        # ok: python-request-to-model
        User.create(name=req.media["name"])
