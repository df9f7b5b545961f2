import os

class DrawingStore:
    def __init__(self, folder):
        self._folder = folder

    def _path(self, number):
        return os.path.join(self._folder, number + ".svg")

    def load(self, number):
        with open(self._path(number), "rb") as file:
            return file.read()
