from fastapi import FastAPI

from assistant import Analyst

app = FastAPI()
analyst = Analyst()
sales = [120, 80, 310]
KNOWN = {"total": sum, "largest": max}

@app.get("/ask")
def ask(question: str):
    expression = analyst.ask(question)
    function = KNOWN.get(expression)
    return {"answer": function(sales) if function else None}
