import html
from urllib.parse import quote

import flask
import jinja2
import tornado.web
from aiohttp import web
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, RedirectResponse
from flask import Flask, jsonify, redirect, render_template, render_template_string, request, url_for
from markupsafe import Markup, escape

app = Flask(__name__)
api = FastAPI()
PLACES = {"home": "/home"}


def bold(text):
    # ruleid: python-xss
    return Markup("<b>" + text + "</b>")


@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    kind = app.config["KIND"]
    if kind == "a":
        # ruleid: python-xss
        return f"<h1>Hello {name}</h1>"
    if kind == "b":
        # ok: python-xss
        return f"<h1>Hello {escape(name)}</h1>"
    if kind == "c":
        # ok: python-xss
        return render_template("hello.html", name=name)
    if kind == "d":
        # ok: python-xss
        return jsonify(name=name)
    if kind == "e":
        # ok: python-xss
        return {"name": name}
    bold(name)
    page = "<h1>" + html.escape(name) + "</h1>"
    # ok: python-xss
    return page


@app.route("/page/<title>")
def page(title):
    # ruleid: python-xss
    response = flask.make_response("<title>%s</title>" % title)
    return response.status


def shown(request):
    text = request.GET["text"]
    # ruleid: python-xss
    label = mark_safe(f"<i>{text}</i>")
    # ok: python-xss
    mark_safe("<i>fixed</i>")
    # ok: python-xss
    HttpResponse(html.escape(text))
    # ok: python-xss
    HttpResponse(format_html("<p>{}</p>", text))
    # ruleid: python-xss
    HttpResponse(format_html("<p>" + text))
    # ruleid: python-xss
    return HttpResponse("<p>" + text)


@api.get("/banner", response_class=HTMLResponse)
async def banner(text: str, size: int):
    if size > 3:
        # ok: python-xss
        return HTMLResponse(f"<b>{size}</b>")
    # ruleid: python-xss
    return HTMLResponse(content=f"<b>{text}</b>")


async def plain(request):
    if request.query["html"] == "0":
        # ok: python-xss
        return web.Response(text=request.query["text"])
    # ruleid: python-xss
    return web.Response(text=request.query["text"], content_type="text/html")


class Echo(tornado.web.RequestHandler):
    def get(self):
        word = self.get_argument("word")
        # ruleid: python-xss
        self.write("<p>" + word + "</p>")
        # ok: python-xss
        self.write({"word": word})
        # ruleid: python-open-redirect
        self.redirect(self.get_argument("next"))


def made(source):
    # ruleid: python-template-injection
    return jinja2.Template(source).render()


@app.route("/mail", methods=["POST"])
def mail():
    made(request.form["template"])
    # ruleid: python-template-injection
    text = render_template_string("<p>" + request.form["text"] + "</p>")
    # ok: python-template-injection
    render_template_string("<p>{{ text }}</p>", text=request.form["text"])
    # ruleid: python-template-injection
    app.jinja_env.from_string(request.form["text"])
    # ok: python-template-injection
    app.jinja_env.from_string("hello")
    return len(text)


@app.route("/next")
def following():
    # ruleid: python-open-redirect
    redirect(request.args.get("next"))
    # ok: python-open-redirect
    redirect(url_for("hello", name=request.args["name"]))
    # ok: python-open-redirect
    redirect(PLACES[request.args["place"]])
    # ok: python-open-redirect
    redirect("/users/" + request.args["name"])
    # ok: python-open-redirect
    redirect(f"/users/{request.args['name']}")
    # ok: python-open-redirect
    redirect("/search?q=" + quote(request.args["q"]))
    # ruleid: python-open-redirect
    return redirect(f"https://{request.args['host']}/")


def back(request):
    target = request.POST["next"]
    if url_has_allowed_host_and_scheme(target, allowed_hosts=None):
        # ok: python-open-redirect
        return HttpResponseRedirect(target)
    return HttpResponse("no")


def unchecked(request):
    target = request.POST["next"]
    # ruleid: python-open-redirect
    return HttpResponseRedirect(target)


@api.get("/go")
def go(to: str):
    # ruleid: python-open-redirect
    return RedirectResponse(url=to)
