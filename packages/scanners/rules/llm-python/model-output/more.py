import os
from pathlib import Path

from agents import Agent, Runner
from pydantic_ai import Agent as Helper
from starlette.responses import HTMLResponse

helper_agent = Helper("model")


async def act(question, client, conn, db):
    result = await Runner.run(Agent(name="a"), question)
    # ruleid: llm-python-output-to-command
    os.system(result.final_output)
    # ruleid: llm-python-output-to-path
    Path("files", result.final_output).unlink()
    # ruleid: llm-python-output-to-html
    page = HTMLResponse(result.final_output)
    answer = helper_agent.run_sync(question)
    # ruleid: llm-python-output-to-sql
    await conn.fetch(answer.output)
    # ruleid: llm-python-output-to-sql
    db.run(answer.output)
    # ok: llm-python-output-to-sql
    await conn.fetch("select * from t where name = $1", answer.output)
    return page


def tools(message):
    for block in message.content:
        if block.type == "tool_use":
            # ruleid: llm-python-output-to-command
            os.system(block.input["command"])
