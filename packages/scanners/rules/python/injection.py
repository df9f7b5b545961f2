import ast
import html
import importlib
import json
import logging
import re
import urllib.parse
from http.server import BaseHTTPRequestHandler
from importlib import import_module

import ldap
import ldap.filter
from django.http import JsonResponse
from flask import Flask, request
from ldap3 import Connection
from lxml import etree

app = Flask(__name__)
log = logging.getLogger(__name__)
HANDLERS = {"list": print}
TEXT = "hello {}"


def run(text):
    # ruleid: python-request-to-code
    return eval(text, {})


@app.route("/sum")
def total():
    formula = request.args["formula"]
    run(formula)
    # ruleid: python-request-to-code
    exec("x = " + formula)
    # ok: python-request-to-code
    ast.literal_eval(formula)
    # ok: python-request-to-code
    eval("1 + 1")
    # ok: python-request-to-code
    return str(eval(str(len(formula))))


def plugin(request):
    name = request.POST.get("plugin")
    # ruleid: python-request-to-import
    module = import_module("plugins." + name)
    # ruleid: python-request-to-import
    getattr(module, request.POST["action"])()
    # ok: python-request-to-import
    importlib.import_module("plugins.default")
    # ok: python-request-to-import
    HANDLERS.get(name)()
    # ok: python-request-to-import
    getattr(module, "start")()
    return JsonResponse({})


@app.post("/greet")
def greet():
    words = request.get_json()
    # ruleid: python-request-to-format
    text = words["text"].format(user=app)
    template = "<b>" + words["text"]
    # ruleid: python-request-to-format
    template.format(app)
    # ok: python-request-to-format
    TEXT.format(words["text"])
    return text


def find(connection, name):
    # ruleid: python-request-to-ldap
    return connection.search_s("dc=example", ldap.SCOPE_SUBTREE, f"(uid={name})")


@app.route("/people/<name>")
def people(name):
    server = ldap.initialize("ldaps://directory.example")
    find(server, name)
    safe = ldap.filter.escape_filter_chars(name)
    # ok: python-request-to-ldap
    server.search_s("dc=example", ldap.SCOPE_SUBTREE, f"(uid={safe})")
    other = Connection("directory.example")
    # ruleid: python-request-to-ldap
    other.search("dc=example", "(uid=%s)" % name)
    # ok: python-request-to-ldap
    other.search("dc=example", "(uid=kim)")
    return "done"


@app.route("/tree")
def tree():
    name = request.values.get("name")
    document = etree.parse("users.xml")
    # ruleid: python-request-to-xpath
    document.xpath("//user[@name='" + name + "']")
    query = f"//user[@id='{name}']"
    # ruleid: python-request-to-xpath
    etree.XPath(query)
    # ok: python-request-to-xpath
    document.xpath("//user[@name=$name]", name=name)
    # ok: python-request-to-xpath
    document.xpath("//user[@id=%d]" % int(name))
    return "done"


def matching(pattern, lines):
    # ruleid: python-request-to-regex
    found = re.compile(pattern)
    return [line for line in lines if found.search(line)]


@app.route("/search")
def search():
    matching(request.args["q"], [])
    # ruleid: python-request-to-regex
    re.search(f"^{request.args['q']}", "text")
    # ok: python-request-to-regex
    re.search(re.escape(request.args["q"]), "text")
    # ok: python-request-to-regex
    re.search("^a", request.args["q"])
    return "done"


@app.route("/login")
def login():
    name = request.form["name"]
    # ruleid: python-request-to-log
    log.info("login of " + name)
    # ruleid: python-request-to-log
    logging.warning(f"login of {name}")
    # ok: python-request-to-log
    log.info("login of " + name.replace("\n", " "))
    # ok: python-request-to-log
    log.info("login of %r", name)
    # ok: python-request-to-log
    log.info("login of user %d", int(name))
    return "done"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = urllib.parse.parse_qs(self.path)
        # ruleid: python-request-to-header
        self.send_header("Location", query["next"][0])
        # ok: python-request-to-header
        self.send_header("Location", urllib.parse.quote(query["next"][0]))
        # ok: python-request-to-header
        self.send_header("Content-Type", "text/plain")

    def go(self, path):
        target = urllib.parse.unquote(path)
        # ruleid: python-request-to-header
        self.send_header("Location", "/" + target)
