import requests
from flask import Flask, abort, request

app = Flask(__name__)
FEEDS = {
    "weather": "https://feeds.example.com/weather.xml",
    "traffic": "https://feeds.example.com/traffic.xml",
}

@app.route("/feed")
def feed():
    name = request.args.get("name", "weather")
    address = FEEDS.get(name)
    if address is None:
        abort(404)
    answer = requests.get(address, timeout=5)
    return answer.text, answer.status_code, {"content-type": "application/xml"}
