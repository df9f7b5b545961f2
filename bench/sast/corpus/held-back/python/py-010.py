import os.path

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse

app = FastAPI()
ROOT = "/data/recordings"

@app.get("/recordings/{name:path}")
def recording(name: str):
    target = os.path.normpath(os.path.join(ROOT, name))
    if not os.path.isfile(target):
        raise HTTPException(404)
    return FileResponse(target, media_type="audio/ogg")
