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
    # ruleid: python-request-to-address
    return requests.get(url, timeout=3).text


@app.route("/preview")
def preview():
    fetch(request.args["url"])
    host = request.args.get("host")
    # ruleid: python-request-to-address
    urllib.request.urlopen("http://" + host + "/status")
    # ruleid: python-request-to-address
    requests.request("GET", f"https://{host}/")
    # ok: python-request-to-address
    requests.get(HOSTS[host], timeout=3)
    # ok: python-request-to-address
    requests.get(f"https://api.example/users/{host}", timeout=3)
    # ok: python-request-to-address
    requests.get("https://api.example/users/" + host, timeout=3)
    # ok: python-request-to-address
    requests.post("https://api.example/log", data=host, timeout=3)
    session = requests.Session()
    # ruleid: python-request-to-address
    return session.get(request.args["url"]).text


@api.get("/proxy")
async def proxy(url: str):
    async with httpx.AsyncClient() as client:
        # ruleid: python-request-to-address
        return await client.get(url)


@api.get("/checked")
async def checked(url: str):
    validate_url(url)
    # ok: python-request-to-address
    return httpx.get(url)


def restore(text):
    # ruleid: python-request-to-object, python-object-reader
    return pickle.loads(base64.b64decode(text))


@app.route("/cart")
def cart():
    restore(request.cookies["cart"])
    # ruleid: python-request-to-object
    yaml.load(request.data, Loader=yaml.Loader)
    # ok: python-request-to-object
    yaml.safe_load(request.data)
    # ok: python-request-to-object
    json.loads(request.data)
    # ruleid: python-request-to-object, python-object-reader
    return jsonpickle.decode(request.form["cart"])


def served(address):
    connection = socket.create_connection(address)
    # ruleid: python-network-to-object
    job = pickle.loads(connection.recv(4096))
    answer = requests.get("http://models.example/one", timeout=3)
    # ruleid: python-network-to-object
    model = pickle.loads(answer.content)
    # ok: python-network-to-object
    mine = pickle.loads(open("mine", "rb").read())
    # ok: python-network-to-object
    return json.loads(connection.recv(4096)), job, model, mine


def create(request):
    # ruleid: python-request-to-model
    Account.objects.create(**request.data)
    fields = request.POST.dict()
    # ruleid: python-request-to-model
    account = Account(**fields)
    # ok: python-request-to-model
    Account.objects.create(name=request.POST["name"])
    return account


@app.post("/xml")
def read_xml():
    # ruleid: python-request-to-xml
    etree.fromstring(request.data)
    body = request.get_data()
    # ruleid: python-request-to-xml
    root = etree.XML(body)
    # ok: python-request-to-xml
    etree.fromstring(body, etree.XMLParser(resolve_entities=False))
    # ok: python-request-to-xml
    etree.fromstring("<a/>")
    return root.tag


def parsers():
    # ruleid: python-xml-entities
    etree.XMLParser(resolve_entities=True)
    # ruleid: python-xml-entities
    etree.XMLParser(remove_blank_text=True, no_network=False)
    # ok: python-xml-entities
    etree.XMLParser(resolve_entities=False)
    reader = make_parser()
    # ruleid: python-xml-entities
    reader.setFeature(xml.sax.handler.feature_external_ges, True)
    # ok: python-xml-entities
    reader.setFeature(xml.sax.handler.feature_external_ges, False)


def arrays(path):
    # ruleid: python-object-reader
    np.load(path, allow_pickle=True)
    # ok: python-object-reader
    return np.load(path), hmac.new(b"k", b"m", "sha256")
