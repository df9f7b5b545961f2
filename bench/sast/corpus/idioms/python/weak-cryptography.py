import hashlib
import hmac
from hashlib import md5
from Crypto.Cipher import DES, AES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives import hashes
#### weak
def hash_password(password):
    return hashlib.md5(password.encode()).hexdigest()
#### safe
def hash_password(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=16384, r=8, p=1).hex()
#### weak
def token(user):
    return hashlib.new('sha1', user.encode()).hexdigest()
#### safe
def token(key, user):
    return hmac.new(key, user.encode(), hashlib.sha256).hexdigest()
#### weak
def encrypt(key, data):
    return DES.new(key, DES.MODE_ECB).encrypt(data)
#### safe
def encrypt(key, data):
    cipher = AES.new(key, AES.MODE_GCM)
    return cipher.nonce, *cipher.encrypt_and_digest(data)
#### weak
def seal(key, data):
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return encryptor.update(data) + encryptor.finalize()
#### safe
def seal(key, nonce, data):
    encryptor = Cipher(algorithms.AES(key), modes.GCM(nonce)).encryptor()
    return encryptor.update(data) + encryptor.finalize()
