from fastapi import FastAPI
from openai import AsyncOpenAI
from pydantic import BaseModel

from prompts import build

app = FastAPI()
client = AsyncOpenAI()

class Wanted(BaseModel):
    instructions: str = ""
    minutes: str

@app.post("/summaries")
async def summarise(wanted: Wanted):
    answer = await client.chat.completions.create(
        model="gpt-4o-mini", messages=build(wanted.instructions, wanted.minutes)
    )
    return {"summary": answer.choices[0].message.content}
