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
# ruleid: python-hardcoded-session-key
app.secret_key = "not a real key"
# ruleid: python-hardcoded-session-key
app.config["SECRET_KEY"] = FIXED
# ok: python-hardcoded-session-key
app.secret_key = os.environ["SECRET_KEY"]
# ruleid: python-insecure-cookie-session-setting
app.config["SESSION_COOKIE_SECURE"] = False
# ruleid: python-insecure-cookie-session-setting
SESSION_COOKIE_HTTPONLY = False
# ok: python-insecure-cookie-session-setting
CSRF_COOKIE_SECURE = True
# ruleid: python-csrf-protection-disabled
app.config["WTF_CSRF_ENABLED"] = False
# ruleid: python-django-allowed-hosts-wildcard
ALLOWED_HOSTS = ["a.example", "*"]
# ok: python-django-allowed-hosts-wildcard
ALLOWED_HOSTS = ["a.example"]
# ruleid: python-django-insecure-setting
SESSION_SERIALIZER = "django.contrib.sessions.serializers.PickleSerializer"
# ruleid: python-django-insecure-setting
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# ok: python-django-insecure-setting
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
# ruleid: python-cors-any-origin
CORS_ALLOW_ALL_ORIGINS = True
# ruleid: python-cors-any-origin
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)
# ok: python-cors-any-origin
api.add_middleware(CORSMiddleware, allow_origins=["*"])
# ok: python-cors-any-origin
api.add_middleware(CORSMiddleware, allow_origins=["https://a.example"], allow_credentials=True)
# ruleid: python-xss-jinja2-autoescape
jinja2.Environment(autoescape=False)
# ok: python-xss-jinja2-autoescape
jinja2.Environment(autoescape=jinja2.select_autoescape())


# ruleid: python-csrf-protection-disabled
@csrf_exempt
def pay(request):
    return make_response("paid")


# ok: python-csrf-protection-disabled
def paid(request):
    try:
        return pay(request)
    except ValueError:
        # ruleid: python-error-details-exposed
        return make_response(traceback.format_exc(), 500)


@app.route("/report")
def report():
    try:
        return pay(None)
    except ValueError:
        # ok: python-error-details-exposed
        log.error(traceback.format_exc())
        # ruleid: python-error-details-exposed
        return "<pre>" + traceback.format_exc() + "</pre>"


class One(serializers.ModelSerializer):
    class Meta:
        # ruleid: python-mass-assignment-django
        fields = "__all__"


class Two(serializers.ModelSerializer):
    class Meta:
        # ok: python-mass-assignment-django
        fields = ["name"]


def enter(user, password, token):
    response = make_response("in")
    # ruleid: python-insecure-cookie
    response.set_cookie("session", token)
    # ruleid: python-insecure-cookie
    response.set_cookie("auth_token", token, httponly=True)
    # ok: python-insecure-cookie
    response.set_cookie("session", token, secure=True, httponly=True)
    # ok: python-insecure-cookie
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
    # ruleid: python-bind-all-interfaces
    sock.bind(("0.0.0.0", 80))
    # ok: python-bind-all-interfaces
    sock.bind(("127.0.0.1", 80))
    # ruleid: python-code-injection-eval
    eval(input("formula: "))
    # ruleid: python-code-injection-eval
    eval(f"table.{text}")
    # ok: python-code-injection-eval
    eval("1 + 1")


if __name__ == "__main__":
    # ruleid: python-flask-debug-enabled
    app.run(debug=True)
    # ok: python-flask-debug-enabled
    app.run()
    # ok: python-flask-debug-enabled
    app.run(debug=bool(os.environ.get("DEBUG")))


from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware import Middleware
import httpx
import requests

# ruleid: python-cors-any-origin
more = [Middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)]
# ok: python-cors-any-origin
fewer = [Middleware(CORSMiddleware, allow_origins=["https://app.example"], allow_credentials=True)]
# ruleid: python-insecure-cookie-session
app.add_middleware(SessionMiddleware, secret_key=key(), https_only=False)
# ok: python-insecure-cookie-session
app.add_middleware(SessionMiddleware, secret_key=key(), https_only=True)
# ruleid: python-insecure-cookie-session
response.set_cookie("kind", "a", httponly=False)
# ruleid: python-http-request-without-timeout
requests.get("https://app.example/")
# ok: python-http-request-without-timeout
requests.get("https://app.example/", timeout=3)
# ok: python-http-request-without-timeout
requests.get("https://app.example/", **more)
# ruleid: python-http-request-without-timeout
httpx.Client(timeout=None)
# ok: python-http-request-without-timeout
httpx.Client()
