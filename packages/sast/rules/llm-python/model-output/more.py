import os
from pathlib import Path

from agents import Agent, Runner
from pydantic_ai import Agent as Helper
from starlette.responses import HTMLResponse

helper_agent = Helper("model")


async def act(question, client, conn, db):
    result = await Runner.run(Agent(name="a"), question)
    # ruleid: python-llm-output-command-injection
    os.system(result.final_output)
    # ruleid: python-llm-output-path-traversal
    Path("files", result.final_output).unlink()
    # ruleid: python-llm-output-xss
    page = HTMLResponse(result.final_output)
    answer = helper_agent.run_sync(question)
    # ruleid: python-llm-output-sql-injection
    await conn.fetch(answer.output)
    # ruleid: python-llm-output-sql-injection
    db.run(answer.output)
    # ok: python-llm-output-sql-injection
    await conn.fetch("select * from t where name = $1", answer.output)
    return page


def tools(message):
    for block in message.content:
        if block.type == "tool_use":
            # ruleid: python-llm-output-command-injection
            os.system(block.input["command"])
