import asyncpg
import bson
from databases import Database
from django.db.models.expressions import RawSQL
from fastapi import FastAPI
from sqlalchemy import text

app = FastAPI()
database = Database("postgresql://host/name")


@app.get("/users")
async def users(name: str, sort: str, conn: asyncpg.Connection):
    # ruleid: python-sql-injection
    await conn.fetch(f"select * from users where name = '{name}'")
    # ok: python-sql-injection
    await conn.fetch("select * from users where name = $1", name)
    # ruleid: python-sql-injection
    await database.fetch_all(query=f"select * from users order by {sort}")
    # ok: python-sql-injection
    await database.fetch_all(query="select * from users where name = :name", values={"name": name})
    # ruleid: python-sql-injection
    await session.execute(text(f"select * from users order by {sort}"))
    # ruleid: python-sql-injection
    await session.run(f"match (u {{name: '{name}'}}) return u")
    # ok: python-sql-injection
    await session.run("match (u {name: $name}) return u", name=name)
    if sort not in ("name", "age"):
        raise ValueError(sort)
    # ok: python-sql-injection
    await conn.fetch(f"select * from users order by {sort}")


def orders(request):
    # ruleid: python-sql-injection
    Order.objects.annotate(kind=RawSQL("select '%s'" % request.GET["kind"], ()))
    # ruleid: python-sql-injection
    Order.objects.extra(select={"kind": request.GET["kind"]})
    # ok: python-sql-injection
    Order.objects.filter(kind=request.GET["kind"])
    # ruleid: python-nosql-injection-server-side-javascript
    db.orders.find({"$where": "this.kind == '" + request.GET["kind"] + "'"})
    # ruleid: python-nosql-injection-server-side-javascript
    db.orders.map_reduce(bson.Code(request.GET["map"]), "sum")
    # ok: python-nosql-injection-server-side-javascript
    db.orders.find({"kind": request.GET["kind"]})


class Login:
    def on_post(self, req, resp):
        # ruleid: python-nosql-injection
        resp.media = db.users.find_one({"name": req.media["name"]})
        # ok: python-nosql-injection
        resp.media = db.users.find_one({"name": str(req.media["name"])})
