import os

import jwt
import psycopg2
import redis
from jose import jwt as tokens

KEY = "not a real key"


def read(token, key):
    # ruleid: python-jwt-unverified
    jwt.decode(token, options={"verify_signature": False})
    # ruleid: python-jwt-unverified
    jwt.decode(token, key, algorithms=["HS256", "none"])
    # ruleid: python-jwt-unverified
    tokens.get_unverified_claims(token)
    # ok: python-jwt-unverified, python-jwt-fixed-key
    jwt.decode(token, key, algorithms=["HS256"])
    # ruleid: python-jwt-fixed-key
    jwt.decode(token, KEY, algorithms=["HS256"])
    # ruleid: python-jwt-unchecked-claims
    return jwt.decode(token, key, algorithms=["HS256"], options={"verify_exp": False})


def made(claims):
    # ruleid: python-jwt-fixed-key
    jwt.encode(claims, "not a real key", algorithm="HS256")
    # ruleid: python-jwt-fixed-key
    tokens.encode(claims, KEY, algorithm="HS256")
    # ok: python-jwt-fixed-key
    return jwt.encode(claims, os.environ["JWT_KEY"], algorithm="HS256")


def connected(password):
    # ruleid: python-fixed-password
    psycopg2.connect(host="db.example", user="app", password="not-a-real-one")
    # ruleid: python-fixed-password
    redis.Redis(host="cache.example", password=KEY)
    # ok: python-fixed-password
    psycopg2.connect(host="db.example", user="app", password=password)
    # ok: python-fixed-password
    psycopg2.connect(host="db.example", user="app", password="")
    # ok: python-fixed-password
    return psycopg2.connect(password=os.environ["DB_PASSWORD"])


def enter(user, password, given):
    # ruleid: python-password-compared
    if password == "not-a-real-one":
        return True
    # ruleid: python-password-compared
    if user.password == "not-a-real-one" and given:
        return True
    # ok: python-password-compared
    if password == "":
        return False
    # ok: python-password-compared
    return user.name == "admin"


def remove(user, document):
    # ruleid: python-assert-as-check
    assert user.is_admin
    # ruleid: python-assert-as-check
    assert user.has_perm("delete", document), "not yours"
    # ok: python-assert-as-check
    assert document is not None
    if not user.is_admin:
        raise PermissionError
    # ruleid: python-check-that-passes
    try:
        user.check_permission("delete")
    except Exception:
        pass
    # ruleid: python-check-that-passes
    try:
        verify_signature(document)
    except (ValueError, KeyError):
        pass
    # ok: python-check-that-passes
    try:
        verify_signature(document)
    except ValueError:
        raise PermissionError
    # ok: python-check-that-passes
    try:
        document.close()
    except OSError:
        pass
