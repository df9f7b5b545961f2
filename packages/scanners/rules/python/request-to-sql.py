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
    # ruleid: python-request-to-sql
    return db.execute(f"select * from {table} where {conditions}")


@app.route("/users")
def users():
    return find("users", name=request.args["name"])


@app.route("/users/<name>")
def user(name):
    # ok: python-request-to-sql
    db.execute("select * from users where name = ?", (name,))
    # ruleid: python-request-to-sql, python-sql-text
    db.cursor().execute("select * from users where name = '" + name + "'")
    # ok: python-request-to-sql
    db.execute("select * from users order by " + COLUMNS[name])
    # ok: python-request-to-sql
    db.execute("select * from users limit %d" % int(request.args["n"]))
    return "done"


def listed(request):
    order = request.GET.get("order", "id")
    # ruleid: python-request-to-sql
    Person.objects.raw("select * from person order by " + order)
    # ok: python-request-to-sql
    Person.objects.raw("select * from person where name = %s", [order])
    # ruleid: python-request-to-sql
    Person.objects.extra(where=[f"name = '{order}'"])
    # ruleid: python-request-to-sql
    Person.objects.annotate(rank=RawSQL("rank(%s)" % order, []))
    # ok: python-request-to-sql
    return Person.objects.filter(name=order)


@router.get("/report")
async def report(region: str, year: int, session=None):
    # ruleid: python-request-to-sql
    session.execute(text(f"select * from sales where region = '{region}'"))
    # ok: python-request-to-sql
    session.execute(text("select * from sales where region = :region"), {"region": region})
    # ok: python-request-to-sql
    pd.read_sql(f"select * from sales where year = {year}", db)
    # ruleid: python-request-to-sql
    return pd.read_sql("select * from sales where region = '%s'" % region, db)


def log_in(users, given):
    # ruleid: python-request-to-nosql
    return users.find_one({"name": given["name"], "password": given["password"]})


@app.post("/login")
def login():
    given = request.get_json()
    log_in(app.users, given)
    # ok: python-request-to-nosql
    app.users.find_one({"name": str(given["name"])})
    # ok: python-request-to-nosql
    app.users.find_one({"_id": ObjectId(given["id"])})
    # ok: python-request-to-nosql
    app.users.find_one({"name": request.args["name"]})
    # ruleid: python-request-to-nosql
    app.users.delete_many(given)
    return "done"


def by_hand(cursor, name, table, ids):
    # ruleid: python-sql-text
    cursor.execute(f"SELECT * FROM users WHERE name = '{name}'")
    # ruleid: python-sql-text
    cursor.execute("delete from users where name = '%s'" % name)
    # ruleid: python-sql-text
    cursor.execute("update users set x = 1 where name = '{}'".format(name))
    # ok: python-sql-text
    cursor.execute("select * from users where name = %s", (name,))
    # ok: python-sql-text
    cursor.execute(f"select count(*) from {table}")
    # ok: python-sql-text
    cursor.execute("select * from users where name = " "'kim'")
    # ok: python-sql-text
    cursor.execute("select * from users where id in (%s)" % ",".join("?" * len(ids)), ids)


def opened(request):
    given = json.loads(request.body)
    # ok: python-request-to-sql
    db.execute("select * from users where name = ?", [given["name"]])
