import os
import shlex
import subprocess
import asyncio
from subprocess import check_output, Popen
from flask import Flask, request
from fastapi import FastAPI
app = Flask(__name__)
api = FastAPI()
#### weak
@app.route('/ping')
def ping():
    os.system('ping -c 1 ' + request.args.get('host'))
    return 'ok'
#### safe
@app.route('/ping')
def ping():
    subprocess.run(['ping', '-c', '1', '--', request.args.get('host')])
    return 'ok'
#### weak
@app.route('/whois', methods=['POST'])
def whois():
    return subprocess.check_output(f"whois {request.form['domain']}", shell=True)
#### safe
@app.route('/whois', methods=['POST'])
def whois():
    return subprocess.check_output(f"whois {shlex.quote(request.form['domain'])}", shell=True)
#### weak
@api.get('/convert')
async def convert(name: str):
    process = await asyncio.create_subprocess_shell('convert {} out.png'.format(name))
    await process.wait()
#### safe
@api.get('/convert')
async def convert(name: str):
    process = await asyncio.create_subprocess_exec('convert', '--', name, 'out.png')
    await process.wait()
#### weak
def backup(request):
    Popen('tar czf out.tgz %s' % request.POST['folder'], shell=True)
#### safe
def backup(request):
    Popen('tar czf out.tgz %d' % int(request.POST['folder']), shell=True)
