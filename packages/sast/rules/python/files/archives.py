from flask import request, Flask
from fastapi import FastAPI, UploadFile
app = FastAPI()
@app.post("/a")
def a(f: UploadFile):
    # ok: python-path-traversal
    zipfile.ZipFile(f.file).extractall("/srv/x")
def b():
    f = request.files["f"]
    # ok: python-path-traversal
    zipfile.ZipFile(f).extractall("/srv/x")
    # ok: python-path-traversal
    with zipfile.ZipFile(request.files["f"]) as z:
        z.extractall("/srv")
    # ok: python-path-traversal
    zipfile.ZipFile(io.BytesIO(request.get_data())).extractall("/x")
    # ruleid: python-path-traversal
    zipfile.ZipFile(request.args["name"]).extractall("/x")
    # ruleid: python-path-traversal
    zipfile.ZipFile("/srv/" + request.args["name"]).extractall("/x")
    n = request.args["n"]
    # ruleid: python-path-traversal
    zipfile.ZipFile(n)
    u = request.files["f"].filename
    # ruleid: python-path-traversal
    zipfile.ZipFile(u)
