from flask import Flask, request

from drawings import DrawingStore

app = Flask(__name__)
store = DrawingStore("/srv/drawings")

@app.get("/drawing")
def drawing():
    return store.load(request.args.get("number", "1")), 200, {"content-type": "image/svg+xml"}
