import shlex
import subprocess

from flask import Flask, abort, request

app = Flask(__name__)

@app.post("/backup")
def backup():
    name = request.form.get("name", "")
    if not name:
        abort(400)
    target = "/backups/" + shlex.quote(name) + ".tar.gz"
    done = subprocess.run("tar czf " + target + " /srv/data", shell=True, capture_output=True)
    return {"ok": done.returncode == 0, "log": done.stderr.decode()}
