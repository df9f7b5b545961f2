from flask import Flask, make_response, request
from markupsafe import escape

app = Flask(__name__)

def table(rows):
    cells = "".join(f"<tr><td>{key}</td><td>{value}</td></tr>" for key, value in rows)
    return f"<table>{cells}</table>"

@app.route("/echo")
def echo():
    rows = [(escape(key), escape(value)) for key, value in request.args.items()]
    rows.append(("method", "GET"))
    return make_response("<html><body>" + table(rows) + "</body></html>")
