import os

import tornado.web
import tornado.websocket


class Files(tornado.web.RequestHandler):
    def get(self, slug):
        # ruleid: python-command-injection
        os.system("show " + slug)
        # ruleid: python-command-injection
        os.system("show " + self.get_argument("name"))
        # ruleid: python-command-injection
        os.system("show " + self.request.body.decode())
        # ruleid: python-command-injection
        os.system("show " + self.request.arguments["name"][0].decode())
        # ok: python-command-injection
        os.system("show " + self.application.folder)


class Events(tornado.websocket.WebSocketHandler):
    def on_message(self, message):
        # ruleid: python-command-injection
        os.system("show " + message)
