import hashlib
import hmac
import os
import random
import secrets
import string
from hashlib import md5

import bcrypt
from Crypto.Cipher import AES, DES, PKCS1_v1_5
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.ciphers import algorithms, modes
from flask import request

KEY = b"sixteen byte key"
API_TOKEN = os.environ["API_TOKEN"]


def stored(password, data):
    # ruleid: python-weak-password-hash
    hashlib.sha256(password.encode()).hexdigest()
    # ruleid: python-weak-password-hash, python-weak-hash
    md5(("salt" + password).encode())
    # ok: python-weak-password-hash
    hashlib.sha256(data).hexdigest()
    # ruleid: python-weak-hash
    hashlib.sha1(data)
    # ruleid: python-weak-hash
    hashlib.new("md5", data)
    # ruleid: python-weak-hash
    hashes.Hash(hashes.MD5())
    # ok: python-weak-hash
    hashlib.md5(data, usedforsecurity=False)
    # ok: python-weak-hash
    hashlib.new("sha256", data)
    # ok: python-weak-hash
    return hashes.Hash(hashes.SHA256())


def encrypted(key, text):
    # ruleid: python-weak-cipher
    DES.new(key, DES.MODE_CBC, os.urandom(8))
    # ruleid: python-weak-cipher
    algorithms.TripleDES(key)
    # ruleid: python-ecb-mode
    AES.new(key, AES.MODE_ECB)
    # ruleid: python-ecb-mode
    modes.ECB()
    # ok: python-ecb-mode, python-hardcoded-iv, python-hardcoded-encryption-key
    AES.new(key, AES.MODE_GCM, nonce=os.urandom(12))
    # ruleid: python-hardcoded-iv
    AES.new(key, AES.MODE_CBC, b"0" * 16)
    # ruleid: python-hardcoded-iv
    modes.CBC(b"0123456789abcdef")
    # ok: python-hardcoded-iv
    modes.CBC(os.urandom(16))
    # ruleid: python-hardcoded-encryption-key
    AES.new(KEY, AES.MODE_GCM)
    # ruleid: python-hardcoded-encryption-key
    Fernet(b"not-a-real-key")
    # ok: python-hardcoded-encryption-key
    Fernet(os.environ["DATA_KEY"])
    # ruleid: python-weak-public-key-cryptography
    PKCS1_v1_5.new(key)
    # ruleid: python-weak-public-key-cryptography
    key.encrypt(text, padding.PKCS1v15())
    # ruleid: python-weak-public-key-cryptography
    ec.generate_private_key(ec.SECP192R1())
    # ok: python-weak-public-key-cryptography
    ec.generate_private_key(ec.SECP256R1())


def derived(password, salt):
    # ruleid: python-weak-password-hash-iterations
    hashlib.pbkdf2_hmac("sha256", password, salt, 1000)
    # ok: python-weak-password-hash-iterations
    hashlib.pbkdf2_hmac("sha256", password, salt, 600_000)
    # ruleid: python-weak-password-hash-iterations
    bcrypt.gensalt(rounds=4)
    # ok: python-weak-password-hash-iterations
    bcrypt.gensalt()
    # ruleid: python-hardcoded-salt
    hashlib.pbkdf2_hmac("sha256", password, b"pepper", 600_000)
    # ok: python-hardcoded-salt
    hashlib.scrypt(password, salt=os.urandom(16), n=2**14, r=8, p=1)


def generate_token():
    # ruleid: python-weak-random
    token = "".join(random.choice(string.ascii_letters) for _ in range(32))
    # ruleid: python-weak-random
    reset_code = random.randint(100000, 999999)
    # ok: python-weak-random
    api_key = secrets.token_urlsafe(32)
    # ok: python-weak-random
    delay = random.random()
    return token, reset_code, api_key, delay


def signed(key, body, given):
    # ruleid: python-timing-attack
    if hmac.new(key, body, "sha256").hexdigest() == given:
        return True
    made = hmac.new(key, body, "sha256").hexdigest()
    # ok: python-timing-attack
    if hmac.compare_digest(made, given):
        return True
    # ruleid: python-timing-attack
    if request.headers.get("X-Token") == API_TOKEN:
        return True
    # ruleid: python-timing-attack
    return made == given


GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
def accept(key):
    # ok: python-weak-hash
    return hashlib.sha1((key + GUID).encode()).digest()
def accepted(key):
    # ok: python-weak-hash
    return hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
def salted(key, salt):
    # ruleid: python-weak-hash
    return hashlib.sha1(key + salt).digest()


@app.route("/secret")
def secret():
    # ruleid: python-timing-attack
    if request.headers.get("X-Api-Key") == os.environ["API_KEY"]:
        return "ok"
    # ruleid: python-timing-attack
    if request.args["token"] != app.config["API_TOKEN"]:
        return "no"
    # ruleid: python-timing-attack
    if settings.WEBHOOK_SECRET == request.form.get("secret"):
        return "ok"
    # ok: python-timing-attack
    if hmac.compare_digest(request.headers.get("X-Api-Key"), os.environ["API_KEY"]):
        return "ok"
    # ok: python-timing-attack
    if request.args["lang"] == os.environ["LANG"]:
        return "ok"
    # ok: python-timing-attack
    return request.args["page"] == "2"
