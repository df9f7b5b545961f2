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
    # ruleid: python-ssrf
    requests.post(url=data["address"], json={})
    # ruleid: python-ssrf
    urllib3.PoolManager().request("GET", data["address"])
    client = httpx.AsyncClient()
    # ruleid: python-ssrf
    await client.request("GET", data["address"])
    http_client = AsyncHTTPClient()
    # ruleid: python-ssrf
    await http_client.fetch(data["address"])
    # ruleid: python-ssrf
    feedparser.parse(data["address"])
    # ruleid: python-ssrf
    ftplib.FTP(data["host"])
    # ok: python-ssrf
    requests.post(url="https://api.example/", json=data)
    if data["kind"] not in ADDRESSES:
        raise ValueError(data["kind"])
    # ok: python-ssrf
    requests.get(ADDRESSES[data["kind"]])
    # ruleid: python-insecure-deserialization
    torch.load(data["model"])
    # ok: python-insecure-deserialization
    torch.load(data["model"], weights_only=True)


class Users:
    def on_post(self, req, resp):
        # ruleid: python-mass-assignment
        User.create(**req.media)
        # ruleid: python-mass-assignment
        db.users.insert_one(req.media)
        # ok: python-mass-assignment
        User.create(name=req.media["name"])
