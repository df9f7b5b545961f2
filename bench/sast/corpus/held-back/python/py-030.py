import os

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

def seal(key: bytes, message: bytes) -> bytes:
    nonce = os.urandom(12)
    return nonce + AESGCM(key).encrypt(nonce, message, None)

def seal_stream(key: bytes, chunks):
    nonce = os.urandom(16)
    encryptor = Cipher(algorithms.AES(key), modes.CTR(nonce)).encryptor()
    yield nonce
    for chunk in chunks:
        yield encryptor.update(chunk)
