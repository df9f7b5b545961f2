import re

import tornado.ioloop
import tornado.web

NAME = re.compile(r"[a-z_]+")

class MessagesHandler(tornado.web.RequestHandler):
    """Hands out translations."""

    def get(self):
        language = self.get_argument("lang", "en")
        if NAME.match(language) is None:
            raise tornado.web.HTTPError(400)
        with open("locale/" + language, encoding="utf-8") as file:
            self.set_header("content-type", "text/plain; charset=utf-8")
            self.write(file.read())

if __name__ == "__main__":
    tornado.web.Application([("/messages", MessagesHandler)]).listen(8000)
    tornado.ioloop.IOLoop.current().start()
