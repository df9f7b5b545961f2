from fastapi import FastAPI, Form
from fastapi.responses import HTMLResponse, PlainTextResponse

app = FastAPI()
guests: list[str] = []

@app.post("/guestbook")
def sign(entry: str = Form()):
    guests.append(entry)
    return {"entries": len(guests)}

@app.post("/guestbook/preview", response_class=PlainTextResponse)
def preview(entry: str = Form()):
    lines = ["Your entry:", entry, "---"]
    return "\n".join(lines)
