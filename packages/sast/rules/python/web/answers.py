import aiohttp.web
import cherrypy
import falcon
from bottle import get, request, route
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from flask import Blueprint
from http.server import BaseHTTPRequestHandler
from pyramid.httpexceptions import HTTPFound
from pyramid.response import Response
from urllib.parse import parse_qs, urlparse

pages = Blueprint("pages", __name__)
api = FastAPI()


@pages.get("/hello")
def hello(name):
    # ruleid: python-xss
    return f"<h1>{name}</h1>"


@route("/hi/<name>")
def hi(name):
    # ruleid: python-xss
    return "<h1>" + name + "</h1>"


@api.get("/data")
def data(name: str):
    # ok: python-xss
    return f"<{name}>"


@api.get("/page", response_class=HTMLResponse)
def page(name: str):
    # ruleid: python-xss
    return "Hello " + name


class Root:
    @cherrypy.expose
    def index(self, name):
        # ruleid: python-xss
        return "<p>%s</p>" % name


class Files:
    def on_get(self, req, resp):
        resp.content_type = falcon.MEDIA_HTML
        resp.content_type = "text/html"
        # ruleid: python-xss
        resp.text = "<p>" + req.get_param("name") + "</p>"
        # ruleid: python-open-redirect
        raise falcon.HTTPFound(req.get_param("next"))


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlparse(self.path).query)
        # ruleid: python-xss
        self.wfile.write(b"<p>" + query["name"][0].encode())
        # ruleid: python-open-redirect
        self.send_header("Location", query["next"][0])


def pyramid_view(request):
    if request.params.get("raw"):
        # ruleid: python-xss
        return Response("<p>" + request.params["name"] + "</p>")
    # ruleid: python-open-redirect
    return HTTPFound(location=request.params["next"])


async def moved(request):
    target = request.query["next"]
    if urlparse(target).netloc:
        return aiohttp.web.Response(status=400)
    # ok: python-open-redirect
    raise aiohttp.web.HTTPFound(target)


def lambda_handler(event, context):
    # ruleid: python-open-redirect
    return {"statusCode": 302, "headers": {"Location": event["queryStringParameters"]["next"]}}


def secure(request):
    # ok: python-open-redirect
    return redirect("https://app.example" + request.get_full_path())
