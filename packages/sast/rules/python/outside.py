import base64
import hmac
import json
import pickle
import socket
import urllib.request
import xml.sax.handler
from xml.sax import make_parser

import httpx
import jsonpickle
import numpy as np
import requests
import yaml
from fastapi import FastAPI
from flask import Flask, request
from lxml import etree

app = Flask(__name__)
api = FastAPI()
HOSTS = {"a": "https://a.example"}


def fetch(url):
    # ruleid: python-ssrf
    return requests.get(url, timeout=3).text


@app.route("/preview")
def preview():
    fetch(request.args["url"])
    host = request.args.get("host")
    # ruleid: python-ssrf
    urllib.request.urlopen("http://" + host + "/status")
    # ruleid: python-ssrf
    requests.request("GET", f"https://{host}/")
    # ok: python-ssrf
    requests.get(HOSTS[host], timeout=3)
    # ok: python-ssrf
    requests.get(f"https://api.example/users/{host}", timeout=3)
    # ok: python-ssrf
    requests.get("https://api.example/users/" + host, timeout=3)
    # ok: python-ssrf
    requests.post("https://api.example/log", data=host, timeout=3)
    session = requests.Session()
    # ruleid: python-ssrf
    return session.get(request.args["url"]).text


@api.get("/proxy")
async def proxy(url: str):
    async with httpx.AsyncClient() as client:
        # ruleid: python-ssrf
        return await client.get(url)


@api.get("/checked")
async def checked(url: str):
    validate_url(url)
    # ok: python-ssrf
    return httpx.get(url)


def restore(text):
    # ruleid: python-insecure-deserialization, python-insecure-deserialization-pickle
    return pickle.loads(base64.b64decode(text))


@app.route("/cart")
def cart():
    restore(request.cookies["cart"])
    # ruleid: python-insecure-deserialization
    yaml.load(request.data, Loader=yaml.Loader)
    # ok: python-insecure-deserialization
    yaml.safe_load(request.data)
    # ok: python-insecure-deserialization
    json.loads(request.data)
    # ruleid: python-insecure-deserialization, python-insecure-deserialization-pickle
    return jsonpickle.decode(request.form["cart"])


def served(address):
    connection = socket.create_connection(address)
    # ruleid: python-insecure-deserialization-network
    job = pickle.loads(connection.recv(4096))
    answer = requests.get("http://models.example/one", timeout=3)
    # ruleid: python-insecure-deserialization-network
    model = pickle.loads(answer.content)
    # ok: python-insecure-deserialization-network
    mine = pickle.loads(open("mine", "rb").read())
    # ok: python-insecure-deserialization-network
    return json.loads(connection.recv(4096)), job, model, mine


def create(request):
    # ruleid: python-mass-assignment
    Account.objects.create(**request.data)
    fields = request.POST.dict()
    # ruleid: python-mass-assignment
    account = Account(**fields)
    # ok: python-mass-assignment
    Account.objects.create(name=request.POST["name"])
    return account


@app.post("/xml")
def read_xml():
    # ruleid: python-xxe
    etree.fromstring(request.data)
    body = request.get_data()
    # ruleid: python-xxe
    root = etree.XML(body)
    # ok: python-xxe
    etree.fromstring(body, etree.XMLParser(resolve_entities=False))
    # ok: python-xxe
    etree.fromstring("<a/>")
    return root.tag


def parsers():
    # ruleid: python-xxe-parser
    etree.XMLParser(resolve_entities=True)
    # ruleid: python-xxe-parser
    etree.XMLParser(remove_blank_text=True, no_network=False)
    # ok: python-xxe-parser
    etree.XMLParser(resolve_entities=False)
    reader = make_parser()
    # ruleid: python-xxe-parser
    reader.setFeature(xml.sax.handler.feature_external_ges, True)
    # ok: python-xxe-parser
    reader.setFeature(xml.sax.handler.feature_external_ges, False)


def arrays(path):
    # ruleid: python-insecure-deserialization-pickle
    np.load(path, allow_pickle=True)
    # ok: python-insecure-deserialization-pickle
    return np.load(path), hmac.new(b"k", b"m", "sha256")
