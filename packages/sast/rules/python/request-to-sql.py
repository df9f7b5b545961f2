import json
import sqlite3

import pandas as pd
from bson import ObjectId
from django.db.models.expressions import RawSQL
from fastapi import APIRouter
from flask import Flask, request
from sqlalchemy import text

app = Flask(__name__)
router = APIRouter()
db = sqlite3.connect("app.db")
COLUMNS = {"name": "name", "age": "born desc"}


def find(table, **where):
    conditions = " and ".join(f"{key} = '{value}'" for key, value in where.items())
    # ruleid: python-sql-injection
    return db.execute(f"select * from {table} where {conditions}")


@app.route("/users")
def users():
    return find("users", name=request.args["name"])


@app.route("/users/<name>")
def user(name):
    # ok: python-sql-injection
    db.execute("select * from users where name = ?", (name,))
    # ruleid: python-sql-injection, python-sql-injection-string-concatenation
    db.cursor().execute("select * from users where name = '" + name + "'")
    # ok: python-sql-injection
    db.execute("select * from users order by " + COLUMNS[name])
    # ok: python-sql-injection
    db.execute("select * from users limit %d" % int(request.args["n"]))
    return "done"


def listed(request):
    order = request.GET.get("order", "id")
    # ruleid: python-sql-injection
    Person.objects.raw("select * from person order by " + order)
    # ok: python-sql-injection
    Person.objects.raw("select * from person where name = %s", [order])
    # ruleid: python-sql-injection
    Person.objects.extra(where=[f"name = '{order}'"])
    # ruleid: python-sql-injection
    Person.objects.annotate(rank=RawSQL("rank(%s)" % order, []))
    # ok: python-sql-injection
    return Person.objects.filter(name=order)


@router.get("/report")
async def report(region: str, year: int, session=None):
    # ruleid: python-sql-injection
    session.execute(text(f"select * from sales where region = '{region}'"))
    # ok: python-sql-injection
    session.execute(text("select * from sales where region = :region"), {"region": region})
    # ok: python-sql-injection
    pd.read_sql(f"select * from sales where year = {year}", db)
    # ruleid: python-sql-injection
    return pd.read_sql("select * from sales where region = '%s'" % region, db)


def log_in(users, given):
    # ruleid: python-nosql-injection
    return users.find_one({"name": given["name"], "password": given["password"]})


@app.post("/login")
def login():
    given = request.get_json()
    log_in(app.users, given)
    # ok: python-nosql-injection
    app.users.find_one({"name": str(given["name"])})
    # ok: python-nosql-injection
    app.users.find_one({"_id": ObjectId(given["id"])})
    # ok: python-nosql-injection
    app.users.find_one({"name": request.args["name"]})
    # ruleid: python-nosql-injection
    app.users.delete_many(given)
    return "done"


def by_hand(cursor, name, table, ids):
    # ruleid: python-sql-injection-string-concatenation
    cursor.execute(f"SELECT * FROM users WHERE name = '{name}'")
    # ruleid: python-sql-injection-string-concatenation
    cursor.execute("delete from users where name = '%s'" % name)
    # ruleid: python-sql-injection-string-concatenation
    cursor.execute("update users set x = 1 where name = '{}'".format(name))
    # ok: python-sql-injection-string-concatenation
    cursor.execute("select * from users where name = %s", (name,))
    # ok: python-sql-injection-string-concatenation
    cursor.execute(f"select count(*) from {table}")
    # ok: python-sql-injection-string-concatenation
    cursor.execute("select * from users where name = " "'kim'")
    # ok: python-sql-injection-string-concatenation
    cursor.execute("select * from users where id in (%s)" % ",".join("?" * len(ids)), ids)


def opened(request):
    given = json.loads(request.body)
    # ok: python-sql-injection
    db.execute("select * from users where name = ?", [given["name"]])
