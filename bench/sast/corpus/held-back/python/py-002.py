import asyncpg
from fastapi import APIRouter, Depends

from .deps import get_pool

router = APIRouter(prefix="/vehicles")
ORDERS = ("plate", "built", "km")

@router.get("/")
async def vehicles(depot: str, order: str = "plate", pool: asyncpg.Pool = Depends(get_pool)):
    column = order if order in ORDERS else ORDERS[0]
    query = "SELECT plate, km FROM vehicles WHERE depot = $1 ORDER BY {}".format(column)
    async with pool.acquire() as connection:
        rows = await connection.fetch(query, depot)
    return [dict(row) for row in rows]
