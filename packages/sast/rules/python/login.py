import os

import jwt
import psycopg2
import redis
from jose import jwt as tokens

KEY = "not a real key"


def read(token, key):
    # ruleid: python-jwt-not-verified
    jwt.decode(token, options={"verify_signature": False})
    # ruleid: python-jwt-not-verified
    jwt.decode(token, key, algorithms=["HS256", "none"])
    # ruleid: python-jwt-not-verified
    tokens.get_unverified_claims(token)
    # ok: python-jwt-not-verified, python-jwt-hardcoded-key
    jwt.decode(token, key, algorithms=["HS256"])
    # ruleid: python-jwt-hardcoded-key
    jwt.decode(token, KEY, algorithms=["HS256"])
    # ruleid: python-jwt-claims-not-verified
    return jwt.decode(token, key, algorithms=["HS256"], options={"verify_exp": False})


def made(claims):
    # ruleid: python-jwt-hardcoded-key
    jwt.encode(claims, "not a real key", algorithm="HS256")
    # ruleid: python-jwt-hardcoded-key
    tokens.encode(claims, KEY, algorithm="HS256")
    # ok: python-jwt-hardcoded-key
    return jwt.encode(claims, os.environ["JWT_KEY"], algorithm="HS256")


def connected(password):
    # ruleid: python-hardcoded-password
    psycopg2.connect(host="db.example", user="app", password="not-a-real-one")
    # ruleid: python-hardcoded-password
    redis.Redis(host="cache.example", password=KEY)
    # ok: python-hardcoded-password
    psycopg2.connect(host="db.example", user="app", password=password)
    # ok: python-hardcoded-password
    psycopg2.connect(host="db.example", user="app", password="")
    # ok: python-hardcoded-password
    return psycopg2.connect(password=os.environ["DB_PASSWORD"])


def enter(user, password, given):
    # ruleid: python-hardcoded-password-comparison
    if password == "not-a-real-one":
        return True
    # ruleid: python-hardcoded-password-comparison
    if user.password == "not-a-real-one" and given:
        return True
    # ok: python-hardcoded-password-comparison
    if password == "":
        return False
    # ok: python-hardcoded-password-comparison
    return user.name == "admin"


def remove(user, document):
    # ruleid: python-authorization-assert
    assert user.is_admin
    # ruleid: python-authorization-assert
    assert user.has_perm("delete", document), "not yours"
    # ok: python-authorization-assert
    assert document is not None
    if not user.is_admin:
        raise PermissionError
    # ruleid: python-authorization-fails-open
    try:
        user.check_permission("delete")
    except Exception:
        pass
    # ruleid: python-authorization-fails-open
    try:
        verify_signature(document)
    except (ValueError, KeyError):
        pass
    # ok: python-authorization-fails-open
    try:
        verify_signature(document)
    except ValueError:
        raise PermissionError
    # ok: python-authorization-fails-open
    try:
        document.close()
    except OSError:
        pass


@app.route("/admin")
def admin_page():
    # ruleid: python-authorization-assert
    assert current_user.is_admin
    # ruleid: python-authorization-assert
    assert request.args["user"] == "admin", "no"
    # ok: python-authorization-assert
    assert len(rows) > 0
    if not current_user.is_admin:
        abort(403)


def helper(user):
    # ruleid: python-authorization-assert
    assert user.is_admin
