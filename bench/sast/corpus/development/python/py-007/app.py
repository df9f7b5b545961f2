from flask import Flask, request

from probes import Prober

app = Flask(__name__)
prober = Prober(timeout=4)

@app.route("/dns")
def dns():
    return {"answer": prober.lookup(request.args["domain"])}
