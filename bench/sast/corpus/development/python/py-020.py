import ast
import operator

from flask import Flask, request

app = Flask(__name__)
SYMBOLS = {"+": operator.add, "-": operator.sub}

def amount_of(text):
    for symbol, apply in SYMBOLS.items():
        left, found, right = text.partition(symbol)
        if found and left.isdigit() and right.isdigit():
            return apply(int(left), int(right))
    return ast.literal_eval(text)

@app.post("/expenses")
def add_expense():
    return {"amount": amount_of(request.form["amount"])}
