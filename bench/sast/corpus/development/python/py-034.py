import hashlib
import os

class PasswordFile:
    """Accounts of the kiosk, one line for each."""

    def __init__(self, path):
        self.path = path

    def add(self, name, password):
        salt = os.urandom(16)
        digest = hashlib.sha1(salt + password.encode()).hexdigest()
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(f"{name}:{salt.hex()}:{digest}\n")

    def checksum(self):
        with open(self.path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
