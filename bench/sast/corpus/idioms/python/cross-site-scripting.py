from html import escape
from flask import Flask, request, render_template_string, make_response, jsonify
from markupsafe import Markup, escape as quote
from django.http import HttpResponse
from django.utils.safestring import mark_safe
from django.utils.html import format_html
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
app = Flask(__name__)
api = FastAPI()
#### weak
@app.route('/hello')
def hello():
    return f"<h1>Hello {request.args.get('name')}</h1>"
#### safe
@app.route('/hello')
def hello():
    return f"<h1>Hello {escape(request.args.get('name'))}</h1>"
#### weak
def greet(request):
    return HttpResponse('<p>Hi ' + request.GET['name'] + '</p>')
#### safe
def greet(request):
    return HttpResponse('Hi ' + request.GET['name'], content_type='text/plain')
#### weak
@api.get('/page', response_class=HTMLResponse)
def page(title: str):
    return HTMLResponse('<title>%s</title>' % title)
#### safe
@api.get('/page')
def page(title: str):
    return {'title': title}
#### weak
def badge(request):
    return mark_safe('<b>' + request.GET.get('label', '') + '</b>')
#### safe
def badge(request):
    return format_html('<b>{}</b>', request.GET.get('label', ''))
