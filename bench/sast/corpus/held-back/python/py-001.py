import asyncpg
from fastapi import APIRouter, Depends

from .deps import get_pool

router = APIRouter(prefix="/vehicles")
ORDERS = ("plate", "built", "km")

@router.get("/")
async def vehicles(depot: str, order: str = "plate", pool: asyncpg.Pool = Depends(get_pool)):
    query = "SELECT plate, km FROM vehicles WHERE depot = '{}' ORDER BY {}".format(depot, ORDERS[0])
    async with pool.acquire() as connection:
        rows = await connection.fetch(query)
    return [dict(row) for row in rows]
