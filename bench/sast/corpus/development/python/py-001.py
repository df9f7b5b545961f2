import sqlite3

from flask import Flask, g, jsonify, request

app = Flask(__name__)

def connection():
    if "db" not in g:
        g.db = sqlite3.connect("recipes.db")
    return g.db

@app.get("/recipes")
def recipes():
    cuisine = request.args.get("cuisine", "")
    cursor = connection().cursor()
    cursor.execute("SELECT id, name FROM recipes WHERE cuisine = ?", (cuisine,))
    return jsonify([{"id": row[0], "name": row[1]} for row in cursor.fetchall()])
