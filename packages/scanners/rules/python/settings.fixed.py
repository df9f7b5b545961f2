import logging
import os
import traceback

import jinja2
from django.views.decorators.csrf import csrf_exempt
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import Flask, make_response
from rest_framework import serializers

log = logging.getLogger(__name__)
app = Flask(__name__)
api = FastAPI()
FIXED = "not a real key"
# ruleid: python-fixed-session-key
app.secret_key = "not a real key"
# ruleid: python-fixed-session-key
app.config["SECRET_KEY"] = FIXED
# ok: python-fixed-session-key
app.secret_key = os.environ["SECRET_KEY"]
# ruleid: python-cookie-setting-off
app.config["SESSION_COOKIE_SECURE"] = True
# ruleid: python-cookie-setting-off
SESSION_COOKIE_HTTPONLY = True
# ok: python-cookie-setting-off
CSRF_COOKIE_SECURE = True
# ruleid: python-csrf-off
app.config["WTF_CSRF_ENABLED"] = False
# ruleid: python-django-any-host
ALLOWED_HOSTS = ["a.example", "*"]
# ok: python-django-any-host
ALLOWED_HOSTS = ["a.example"]
# ruleid: python-django-weak-setting
SESSION_SERIALIZER = "django.contrib.sessions.serializers.PickleSerializer"
# ruleid: python-django-weak-setting
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# ok: python-django-weak-setting
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
# ruleid: python-cors-for-all
CORS_ALLOW_ALL_ORIGINS = True
# ruleid: python-cors-for-all
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)
# ok: python-cors-for-all
api.add_middleware(CORSMiddleware, allow_origins=["*"])
# ok: python-cors-for-all
api.add_middleware(CORSMiddleware, allow_origins=["https://a.example"], allow_credentials=True)
# ruleid: python-template-unescaped
jinja2.Environment(autoescape=False)
# ok: python-template-unescaped
jinja2.Environment(autoescape=jinja2.select_autoescape())


# ruleid: python-csrf-off
@csrf_exempt
def pay(request):
    return make_response("paid")


# ok: python-csrf-off
def paid(request):
    try:
        return pay(request)
    except ValueError:
        # ruleid: python-error-to-visitor
        return make_response(traceback.format_exc(), 500)


@app.route("/report")
def report():
    try:
        return pay(None)
    except ValueError:
        # ok: python-error-to-visitor
        log.error(traceback.format_exc())
        # ruleid: python-error-to-visitor
        return "<pre>" + traceback.format_exc() + "</pre>"


class One(serializers.ModelSerializer):
    class Meta:
        # ruleid: python-django-all-fields
        fields = "__all__"


class Two(serializers.ModelSerializer):
    class Meta:
        # ok: python-django-all-fields
        fields = ["name"]


def enter(user, password, token):
    response = make_response("in")
    # ruleid: python-cookie-open
    response.set_cookie("session", token)
    # ruleid: python-cookie-open
    response.set_cookie("auth_token", token, httponly=True)
    # ok: python-cookie-open
    response.set_cookie("session", token, secure=True, httponly=True)
    # ok: python-cookie-open
    response.set_cookie("colour", "red")
    # ruleid: python-secret-in-log
    log.info("login of %s with %s", user, password)
    # ruleid: python-secret-in-log
    logging.debug(f"login of {user} with {user.password}")
    # ok: python-secret-in-log
    log.info("login of %s", user)
    # ok: python-secret-in-log
    log.info("password changed")
    return response


def listen(sock, text):
    # ruleid: python-server-open-to-all
    sock.bind(("0.0.0.0", 80))
    # ok: python-server-open-to-all
    sock.bind(("127.0.0.1", 80))
    # ruleid: python-eval
    eval(input("formula: "))
    # ruleid: python-eval
    eval(f"table.{text}")
    # ok: python-eval
    eval("1 + 1")


if __name__ == "__main__":
    # ruleid: python-flask-debug
    app.run(debug=False)
    # ok: python-flask-debug
    app.run()
    # ok: python-flask-debug
    app.run(debug=bool(os.environ.get("DEBUG")))


from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware import Middleware
import httpx
import requests

# ruleid: python-cors-for-all
more = [Middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)]
# ok: python-cors-for-all
fewer = [Middleware(CORSMiddleware, allow_origins=["https://app.example"], allow_credentials=True)]
# ruleid: python-session-cookie-open
app.add_middleware(SessionMiddleware, secret_key=key(), https_only=False)
# ok: python-session-cookie-open
app.add_middleware(SessionMiddleware, secret_key=key(), https_only=True)
# ruleid: python-session-cookie-open
response.set_cookie("kind", "a", httponly=False)
# ruleid: python-request-without-timeout
requests.get("https://app.example/")
# ok: python-request-without-timeout
requests.get("https://app.example/", timeout=3)
# ok: python-request-without-timeout
requests.get("https://app.example/", **more)
# ruleid: python-request-without-timeout
httpx.Client(timeout=None)
# ok: python-request-without-timeout
httpx.Client()
