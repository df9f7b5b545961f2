import requests
import httpx
import urllib.request
from urllib.parse import urlparse, quote
from flask import Flask, request
from fastapi import FastAPI
import aiohttp
app = Flask(__name__)
api = FastAPI()
#### weak
@app.route('/proxy')
def proxy():
    return requests.get(request.args['url']).text
#### safe
@app.route('/proxy')
def proxy():
    return requests.get('https://api.example.com/items', params={'url': request.args['url']}).text
#### weak
@api.post('/preview')
async def preview(url: str):
    async with httpx.AsyncClient() as client:
        answer = await client.get(url)
        return answer.text
#### safe
@api.post('/preview')
async def preview(url: str):
    if urlparse(url).hostname not in {'www.example.com', 'docs.example.com'}:
        return None
    async with httpx.AsyncClient() as client:
        answer = await client.get(url)
        return answer.text
#### weak
def fetch(request):
    return urllib.request.urlopen(request.GET.get('feed')).read()
#### safe
def fetch(request):
    return urllib.request.urlopen('https://feeds.example.com/' + quote(request.GET.get('feed'), safe='')).read()
#### weak
@app.route('/status')
def status():
    session = requests.Session()
    return session.get(f"http://{request.args.get('host')}/health").text
#### safe
@app.route('/status')
def status():
    hosts = {'a': 'a.internal', 'b': 'b.internal'}
    session = requests.Session()
    return session.get(f"http://{hosts[request.args.get('host')]}/health").text
