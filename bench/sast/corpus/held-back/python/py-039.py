import os

class Spool:
    """Mail that waits in a folder to which other accounts may write."""

    def __init__(self, folder="/var/spool/outbox"):
        self.folder = folder

    def put(self, name, body):
        path = os.path.join(self.folder, name)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(body)
        return path
