import sqlite3

from flask import Flask, request

app = Flask(__name__)
db = sqlite3.connect("app.db")


def find(table, **where):
    conditions = " and ".join(f"{key} = '{value}'" for key, value in where.items())
    # ruleid: python-request-to-sql
    return db.execute(f"select * from {table} where {conditions}")


@app.route("/users")
def users():
    return find("users", name=request.args["name"])


@app.route("/users/<name>")
def user(name):
    # ok: python-request-to-sql
    db.execute("select * from users where name = ?", (name,))
    # ruleid: python-request-to-sql
    db.cursor().execute("select * from users where name = '" + name + "'")
    return "done"
