import cgi
import os
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlparse

import streamlit as st


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlparse(self.path).query)
        # ruleid: python-command-injection
        os.system("show " + query["name"][0])
        # ruleid: python-command-injection
        os.system("show " + self.headers["x-name"])
        # ok: python-command-injection
        os.system("show " + self.server.folder)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        # ruleid: python-command-injection
        os.system("show " + body.decode())


def application(environ, start_response):
    # ruleid: python-command-injection
    os.system("show " + environ["QUERY_STRING"])
    # ruleid: python-command-injection
    os.system("show " + environ["wsgi.input"].read().decode())
    # ok: python-command-injection
    os.system("show " + environ["SERVER_NAME"])


form = cgi.FieldStorage()
# ruleid: python-command-injection
os.system("show " + form.getvalue("name"))

name = st.text_input("Name")
# ruleid: python-command-injection
os.system("show " + name)


def allowed(request):
    kind = request.GET["kind"]
    if kind not in ("png", "gif"):
        raise ValueError(kind)
    # ok: python-command-injection
    os.system("convert in out." + kind)


def listed(request):
    kind = request.GET["kind"]
    if kind in KINDS:
        # ok: python-command-injection
        os.system("convert in out." + kind)
    # ruleid: python-command-injection
    os.system("convert in out." + kind)


def numbered(request):
    count = int(request.GET["count"])
    # ok: python-command-injection
    os.system(f"head -n {count}")
