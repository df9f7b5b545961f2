from flask import request
from google import genai
from langchain_core.prompts import ChatPromptTemplate
from pydantic_ai import Agent


def ask(client):
    persona = request.json["persona"]
    # ruleid: llm-python-request-to-system
    agent = Agent("model", system_prompt=f"You are {persona}.")
    # ok: llm-python-request-to-system
    other = Agent("model", system_prompt="You help.")
    # ruleid: llm-python-request-to-system
    template = ChatPromptTemplate.from_messages([("system", "You are " + persona), ("human", "{question}")])
    # ok: llm-python-request-to-system
    safe = ChatPromptTemplate.from_messages([("system", "You help."), ("human", persona)])
    # ruleid: llm-python-request-sets-messages
    first = client.chat.completions.create(model="m", messages=request.json["messages"])
    messages = [{"role": "user", "content": request.json["question"]}]
    # ok: llm-python-request-sets-messages
    second = client.chat.completions.create(model="m", messages=messages)
    return [agent, other, template, safe, first, second]


# ruleid: llm-python-fixed-key
client = genai.Client(api_key="a-key-of-the-tests")
