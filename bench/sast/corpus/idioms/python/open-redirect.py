from flask import Flask, request, redirect, url_for
from django.http import HttpResponseRedirect
from django.shortcuts import redirect as django_redirect
from django.utils.http import url_has_allowed_host_and_scheme
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
app = Flask(__name__)
api = FastAPI()
#### weak
@app.route('/go')
def go():
    return redirect(request.args.get('url'))
#### safe
@app.route('/go')
def go():
    return redirect(url_for('search', q=request.args.get('url')))
#### weak
def login(request):
    return HttpResponseRedirect(request.GET['next'])
#### safe
def login(request):
    target = request.GET['next']
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={'www.example.com'}):
        target = '/'
    return HttpResponseRedirect(target)
#### weak
@api.get('/out')
def out(target: str):
    return RedirectResponse(url=target)
#### safe
@api.get('/out')
def out(target: str):
    return RedirectResponse(url='/home')
#### weak
def leave(request):
    return django_redirect(request.POST.get('return_to') or '/')
#### safe
def leave(request):
    return django_redirect('account', name=request.POST.get('return_to'))
