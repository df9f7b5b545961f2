from pathlib import Path

from flask import Flask, abort, request, send_file

app = Flask(__name__)
DOCUMENTS = Path("/srv/documents").resolve()

@app.route("/document")
def document():
    path = (DOCUMENTS / request.args["path"]).resolve()
    if not path.is_relative_to(DOCUMENTS):
        abort(404)
    return send_file(path, mimetype="application/pdf")
