from flask import request
from google import genai
from langchain_core.prompts import ChatPromptTemplate
from pydantic_ai import Agent


def ask(client):
    persona = request.json["persona"]
    # ruleid: python-llm-prompt-injection-system-prompt
    agent = Agent("model", system_prompt=f"You are {persona}.")
    # ok: python-llm-prompt-injection-system-prompt
    other = Agent("model", system_prompt="You help.")
    # ruleid: python-llm-prompt-injection-system-prompt
    template = ChatPromptTemplate.from_messages([("system", "You are " + persona), ("human", "{question}")])
    # ok: python-llm-prompt-injection-system-prompt
    safe = ChatPromptTemplate.from_messages([("system", "You help."), ("human", persona)])
    # ruleid: python-llm-prompt-injection-message-roles
    first = client.chat.completions.create(model="m", messages=request.json["messages"])
    messages = [{"role": "user", "content": request.json["question"]}]
    # ok: python-llm-prompt-injection-message-roles
    second = client.chat.completions.create(model="m", messages=messages)
    return [agent, other, template, safe, first, second]


# ruleid: python-llm-hardcoded-api-key
client = genai.Client(api_key="a-key-of-the-tests")
