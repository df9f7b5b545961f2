import os
from pathlib import Path
from flask import Flask, request, send_file, send_from_directory, abort
from fastapi import FastAPI
from fastapi.responses import FileResponse
from django.http import HttpResponse
from werkzeug.utils import secure_filename
app = Flask(__name__)
api = FastAPI()
ROOT = '/srv/files'
#### weak
@app.route('/file')
def read():
    with open(os.path.join(ROOT, request.args['name'])) as handle:
        return handle.read()
#### safe
@app.route('/file')
def read():
    with open(os.path.join(ROOT, secure_filename(request.args['name']))) as handle:
        return handle.read()
#### weak
@app.route('/download/<path:name>')
def download(name):
    return send_file(f'{ROOT}/{name}')
#### safe
@app.route('/download/<path:name>')
def download(name):
    return send_from_directory(ROOT, name)
#### weak
@api.get('/report')
def report(file: str):
    return FileResponse(Path(ROOT) / file)
#### safe
@api.get('/report')
def report(file: str):
    return FileResponse(Path(ROOT) / Path(file).name)
#### weak
def show(request):
    path = request.GET.get('path', '')
    return HttpResponse(Path(ROOT, path).read_text())
#### safe
def show(request):
    path = os.path.realpath(os.path.join(ROOT, request.GET.get('path', '')))
    if not path.startswith(ROOT + os.sep):
        return HttpResponse(status=403)
    return HttpResponse(open(path).read())
