from flask import request, Flask
from fastapi import FastAPI, UploadFile
app = FastAPI()
@app.post("/a")
def a(f: UploadFile):
    # ok: python-request-to-path
    zipfile.ZipFile(f.file).extractall("/srv/x")
def b():
    f = request.files["f"]
    # ok: python-request-to-path
    zipfile.ZipFile(f).extractall("/srv/x")
    # ok: python-request-to-path
    with zipfile.ZipFile(request.files["f"]) as z:
        z.extractall("/srv")
    # ok: python-request-to-path
    zipfile.ZipFile(io.BytesIO(request.get_data())).extractall("/x")
    # ruleid: python-request-to-path
    zipfile.ZipFile(request.args["name"]).extractall("/x")
    # ruleid: python-request-to-path
    zipfile.ZipFile("/srv/" + request.args["name"]).extractall("/x")
    n = request.args["n"]
    # ruleid: python-request-to-path
    zipfile.ZipFile(n)
    u = request.files["f"].filename
    # ruleid: python-request-to-path
    zipfile.ZipFile(u)
