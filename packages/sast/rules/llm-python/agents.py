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
    # ruleid: python-llm-excessive-agency-tool
    tools.append(PythonREPLTool())
    # ruleid: python-llm-excessive-agency-tool
    create_pandas_dataframe_agent(llm, frame, allow_dangerous_code=True)
    # ok: python-llm-excessive-agency-tool
    create_pandas_dataframe_agent(llm, frame)
    # ruleid: python-llm-safeguard-disabled
    RequestsToolkit(allow_dangerous_requests=True)
    # ok: python-llm-safeguard-disabled
    RequestsToolkit(allow_dangerous_requests=False)
    # ruleid: python-llm-excessive-agency-code-execution
    UserProxyAgent("user", code_execution_config={"work_dir": "w", "use_docker": False})
    # ok: python-llm-excessive-agency-code-execution
    UserProxyAgent("user", code_execution_config={"work_dir": "w", "use_docker": True})
    # ruleid: python-llm-unbounded-agent-loop
    AgentExecutor(agent=llm, tools=tools, max_iterations=None)
    # ok: python-llm-unbounded-agent-loop
    AgentExecutor(agent=llm, tools=tools, max_iterations=9)


def loop(client, tools, messages):
    # ruleid: python-llm-unbounded-agent-loop
    while True:
        answer = client.chat.completions.create(model="m", messages=messages, tools=tools)
        if not answer.choices[0].message.tool_calls:
            return answer
        messages.append(answer)


def bounded(client, tools, messages):
    # ok: python-llm-unbounded-agent-loop
    for _ in range(9):
        answer = client.chat.completions.create(model="m", messages=messages, tools=tools)
        messages.append(answer)


def talk(client, tools, messages):
    # ok: python-llm-unbounded-agent-loop
    while True:
        text = input("you: ")
        answer = client.chat.completions.create(model="m", messages=messages + [text], tools=tools)
        messages.append(answer)


@mcp.tool()
def ping(host: str, count: int) -> str:
    # ruleid: python-llm-tool-argument-injection
    subprocess.run(f"ping -c 1 {host}", shell=True)
    # ok: python-llm-tool-argument-injection
    subprocess.run(f"ping -c {count} localhost", shell=True)
    # ok: python-llm-tool-argument-injection
    subprocess.run("ping -c 1 " + shlex.quote(host), shell=True)
    # ok: python-llm-tool-argument-injection
    return subprocess.check_output(["ping", "-c", "1", "--", host])


def rows(where):
    # ruleid: python-llm-tool-argument-injection
    return db.execute("select * from notes where " + where).fetchall()


@tool
def notes(where: str) -> str:
    """Looks for notes."""
    return str(rows(where))


@tool
def weather(city: str) -> str:
    """Says the weather."""
    # ok: python-llm-tool-argument-injection
    return httpx.get(f"https://weather.example/{city}").text


def called(call):
    given = json.loads(call.function.arguments)
    # ruleid: python-llm-tool-argument-injection
    return eval(given["formula"])


if __name__ == "__main__":
    # ruleid: python-mcp-server-without-authentication
    mcp.run(transport="http", host="0.0.0.0")
    # ok: python-mcp-server-without-authentication
    safe.run(transport="http", host="0.0.0.0")
    # ok: python-mcp-server-without-authentication
    mcp.run()
