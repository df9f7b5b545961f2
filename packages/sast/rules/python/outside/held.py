import requests, httpx
from flask import request
from requests import Session
class A:
    def __init__(self):
        self.s9 = requests.Session()
        self.k = Cache()
        self.q: httpx.Client = make()
    def a(self):
        # ruleid: python-ssrf
        self.s9.get(request.args["u"])
        # ok: python-ssrf
        self.k.get(request.args["u"])
        # ruleid: python-ssrf
        self.q.get(request.args["u"])
    def b(self, w: httpx.AsyncClient, z: Session):
        # ruleid: python-ssrf
        w.get(request.args["u"])
        # ruleid: python-ssrf
        z.get(request.args["u"])
        # ruleid: python-ssrf
        requests.Session().get(request.args["u"])
