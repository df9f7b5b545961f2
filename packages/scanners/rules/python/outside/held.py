import requests, httpx
from flask import request
from requests import Session
class A:
    def __init__(self):
        self.s9 = requests.Session()
        self.k = Cache()
        self.q: httpx.Client = make()
    def a(self):
        # ruleid: python-request-to-address
        self.s9.get(request.args["u"])
        # ok: python-request-to-address
        self.k.get(request.args["u"])
        # ruleid: python-request-to-address
        self.q.get(request.args["u"])
    def b(self, w: httpx.AsyncClient, z: Session):
        # ruleid: python-request-to-address
        w.get(request.args["u"])
        # ruleid: python-request-to-address
        z.get(request.args["u"])
        # ruleid: python-request-to-address
        requests.Session().get(request.args["u"])
