from flask import Flask, request

from settings_io import read_settings

app = Flask(__name__)

@app.put("/settings")
def put_settings():
    settings = read_settings(request.get_data(as_text=True))
    app.config.update(LOCALE=settings.get("locale", "en"))
    return "", 204
