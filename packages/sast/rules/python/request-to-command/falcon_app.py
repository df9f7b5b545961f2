import os


class Files:
    def on_get(self, req, resp, name):
        # ruleid: python-command-injection
        os.system("show " + req.get_param("name"))
        # ruleid: python-command-injection
        os.system("show " + req.media["name"])
        # ruleid: python-command-injection
        os.system("show " + req.bounded_stream.read().decode())
        # ruleid: python-command-injection
        os.system("show " + name)
