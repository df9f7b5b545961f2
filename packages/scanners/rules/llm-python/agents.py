import json
import shlex
import sqlite3
import subprocess

import httpx
from fastmcp import FastMCP
from langchain.agents import AgentExecutor
from langchain_core.tools import tool
from langchain_experimental.agents import create_pandas_dataframe_agent
from langchain_experimental.tools import PythonREPLTool

mcp = FastMCP("files")
safe = FastMCP("guarded", auth=object())
db = sqlite3.connect("app.db")


def agents(llm, frame, tools):
    # ruleid: llm-python-tool-runs-anything
    tools.append(PythonREPLTool())
    # ruleid: llm-python-tool-runs-anything
    create_pandas_dataframe_agent(llm, frame, allow_dangerous_code=True)
    # ok: llm-python-tool-runs-anything
    create_pandas_dataframe_agent(llm, frame)
    # ruleid: llm-python-dangerous-allowed
    RequestsToolkit(allow_dangerous_requests=True)
    # ok: llm-python-dangerous-allowed
    RequestsToolkit(allow_dangerous_requests=False)
    # ruleid: llm-python-agent-without-person
    UserProxyAgent("user", code_execution_config={"work_dir": "w", "use_docker": False})
    # ok: llm-python-agent-without-person
    UserProxyAgent("user", code_execution_config={"work_dir": "w", "use_docker": True})
    # ruleid: llm-python-endless-agent
    AgentExecutor(agent=llm, tools=tools, max_iterations=None)
    # ok: llm-python-endless-agent
    AgentExecutor(agent=llm, tools=tools, max_iterations=9)


def loop(client, tools, messages):
    # ruleid: llm-python-endless-agent
    while True:
        answer = client.chat.completions.create(model="m", messages=messages, tools=tools)
        if not answer.choices[0].message.tool_calls:
            return answer
        messages.append(answer)


def bounded(client, tools, messages):
    # ok: llm-python-endless-agent
    for _ in range(9):
        answer = client.chat.completions.create(model="m", messages=messages, tools=tools)
        messages.append(answer)


def talk(client, tools, messages):
    # ok: llm-python-endless-agent
    while True:
        text = input("you: ")
        answer = client.chat.completions.create(model="m", messages=messages + [text], tools=tools)
        messages.append(answer)


@mcp.tool()
def ping(host: str, count: int) -> str:
    # ruleid: llm-python-tool-to-harm
    subprocess.run(f"ping -c 1 {host}", shell=True)
    # ok: llm-python-tool-to-harm
    subprocess.run(f"ping -c {count} localhost", shell=True)
    # ok: llm-python-tool-to-harm
    subprocess.run("ping -c 1 " + shlex.quote(host), shell=True)
    # ok: llm-python-tool-to-harm
    return subprocess.check_output(["ping", "-c", "1", "--", host])


def rows(where):
    # ruleid: llm-python-tool-to-harm
    return db.execute("select * from notes where " + where).fetchall()


@tool
def notes(where: str) -> str:
    """Looks for notes."""
    return str(rows(where))


@tool
def weather(city: str) -> str:
    """Says the weather."""
    # ok: llm-python-tool-to-harm
    return httpx.get(f"https://weather.example/{city}").text


def called(call):
    given = json.loads(call.function.arguments)
    # ruleid: llm-python-tool-to-harm
    return eval(given["formula"])


if __name__ == "__main__":
    # ruleid: llm-python-mcp-open
    mcp.run(transport="http", host="0.0.0.0")
    # ok: llm-python-mcp-open
    safe.run(transport="http", host="0.0.0.0")
    # ok: llm-python-mcp-open
    mcp.run()
