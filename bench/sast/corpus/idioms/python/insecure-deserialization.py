import base64
import json
import pickle
import yaml
import marshal
import jsonpickle
from flask import Flask, request
from django.http import JsonResponse
app = Flask(__name__)
#### weak
@app.route('/state', methods=['POST'])
def state():
    return str(pickle.loads(request.data))
#### safe
@app.route('/state', methods=['POST'])
def state():
    return str(json.loads(request.data))
#### weak
@app.route('/config', methods=['POST'])
def config():
    return str(yaml.load(request.get_data(), Loader=yaml.Loader))
#### safe
@app.route('/config', methods=['POST'])
def config():
    return str(yaml.load(request.get_data(), Loader=yaml.SafeLoader))
#### weak
def profile(request):
    raw = base64.b64decode(request.COOKIES['profile'])
    return JsonResponse(pickle.loads(raw))
#### safe
def profile(request):
    raw = base64.b64decode(request.COOKIES['profile'])
    return JsonResponse(json.loads(raw))
#### weak
@app.route('/session')
def session():
    return str(jsonpickle.decode(request.form['session']))
#### safe
@app.route('/session')
def session():
    return str(yaml.safe_load(request.form['session']))
