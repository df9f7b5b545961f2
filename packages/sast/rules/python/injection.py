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
    # ruleid: python-code-injection
    return eval(text, {})


@app.route("/sum")
def total():
    formula = request.args["formula"]
    run(formula)
    # ruleid: python-code-injection
    exec("x = " + formula)
    # ok: python-code-injection
    ast.literal_eval(formula)
    # ok: python-code-injection
    eval("1 + 1")
    # ok: python-code-injection
    return str(eval(str(len(formula))))


def plugin(request):
    name = request.POST.get("plugin")
    # ruleid: python-unsafe-reflection
    module = import_module("plugins." + name)
    # ruleid: python-unsafe-reflection
    getattr(module, request.POST["action"])()
    # ok: python-unsafe-reflection
    importlib.import_module("plugins.default")
    # ok: python-unsafe-reflection
    HANDLERS.get(name)()
    # ok: python-unsafe-reflection
    getattr(module, "start")()
    return JsonResponse({})


@app.post("/greet")
def greet():
    words = request.get_json()
    # ruleid: python-format-string
    text = words["text"].format(user=app)
    template = "<b>" + words["text"]
    # ruleid: python-format-string
    template.format(app)
    # ok: python-format-string
    TEXT.format(words["text"])
    return text


def find(connection, name):
    # ruleid: python-ldap-injection
    return connection.search_s("dc=example", ldap.SCOPE_SUBTREE, f"(uid={name})")


@app.route("/people/<name>")
def people(name):
    server = ldap.initialize("ldaps://directory.example")
    find(server, name)
    safe = ldap.filter.escape_filter_chars(name)
    # ok: python-ldap-injection
    server.search_s("dc=example", ldap.SCOPE_SUBTREE, f"(uid={safe})")
    other = Connection("directory.example")
    # ruleid: python-ldap-injection
    other.search("dc=example", "(uid=%s)" % name)
    # ok: python-ldap-injection
    other.search("dc=example", "(uid=kim)")
    return "done"


@app.route("/tree")
def tree():
    name = request.values.get("name")
    document = etree.parse("users.xml")
    # ruleid: python-xpath-injection
    document.xpath("//user[@name='" + name + "']")
    query = f"//user[@id='{name}']"
    # ruleid: python-xpath-injection
    etree.XPath(query)
    # ok: python-xpath-injection
    document.xpath("//user[@name=$name]", name=name)
    # ok: python-xpath-injection
    document.xpath("//user[@id=%d]" % int(name))
    return "done"


def matching(pattern, lines):
    # ruleid: python-regex-injection
    found = re.compile(pattern)
    return [line for line in lines if found.search(line)]


@app.route("/search")
def search():
    matching(request.args["q"], [])
    # ruleid: python-regex-injection
    re.search(f"^{request.args['q']}", "text")
    # ok: python-regex-injection
    re.search(re.escape(request.args["q"]), "text")
    # ok: python-regex-injection
    re.search("^a", request.args["q"])
    return "done"


@app.route("/login")
def login():
    name = request.form["name"]
    # ruleid: python-log-injection
    log.info("login of " + name)
    # ruleid: python-log-injection
    logging.warning(f"login of {name}")
    # ok: python-log-injection
    log.info("login of " + name.replace("\n", " "))
    # ok: python-log-injection
    log.info("login of %r", name)
    # ok: python-log-injection
    log.info("login of user %d", int(name))
    return "done"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = urllib.parse.parse_qs(self.path)
        # ruleid: python-http-response-splitting
        self.send_header("Location", query["next"][0])
        # ok: python-http-response-splitting
        self.send_header("Location", urllib.parse.quote(query["next"][0]))
        # ok: python-http-response-splitting
        self.send_header("Content-Type", "text/plain")

    def go(self, path):
        target = urllib.parse.unquote(path)
        # ruleid: python-http-response-splitting
        self.send_header("Location", "/" + target)
