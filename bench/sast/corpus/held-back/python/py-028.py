import xml.sax
from xml.sax.handler import ContentHandler, feature_external_ges

import tornado.web

class Titles(ContentHandler):
    def __init__(self):
        super().__init__()
        self.titles = []

    def startElement(self, name, attrs):
        if name == "track":
            self.titles.append(attrs.get("title"))

class PlaylistHandler(tornado.web.RequestHandler):
    def post(self):
        reader = xml.sax.make_parser()
        reader.setFeature(feature_external_ges, False)
        titles = Titles()
        reader.setContentHandler(titles)
        reader.feed(self.request.body.decode())
        reader.close()
        self.write({"titles": titles.titles})
