import os

import anthropic
import openai
from flask import Flask, request
from langchain_core.messages import SystemMessage
from langchain_core.prompts import PromptTemplate
from transformers import AutoModel

app = Flask(__name__)
client = openai.OpenAI()
claude = anthropic.Anthropic()
MODELS = {"small": "ours/small"}
DB_PASSWORD = os.environ["DB_PASSWORD"]


def instructed(text):
    # ruleid: llm-python-request-to-system
    return claude.messages.create(model="m", max_tokens=9, system=text, messages=[])


@app.route("/ask", methods=["POST"])
def ask():
    question = request.form["question"]
    instructed("You help with " + question)
    # ruleid: llm-python-request-to-system
    messages = [{"role": "system", "content": f"You help with {question}"}]
    # ok: llm-python-request-to-system
    messages.append({"role": "user", "content": question})
    # ruleid: llm-python-request-to-system
    SystemMessage(content=question)
    # ruleid: llm-python-request-to-prompt-template
    PromptTemplate.from_template(question)
    # ok: llm-python-request-to-prompt-template
    PromptTemplate.from_template("Answer {question}").format(question=question)
    # ruleid: llm-python-request-to-model-name
    AutoModel.from_pretrained(request.form["model"])
    # ok: llm-python-request-to-model-name
    AutoModel.from_pretrained(MODELS[request.form["model"]])
    return client.chat.completions.create(model="m", messages=messages)


def secrets():
    # ruleid: llm-python-secret-in-prompt
    one = {"role": "system", "content": f"The password is {DB_PASSWORD}"}
    # ok: llm-python-secret-in-prompt
    two = {"role": "system", "content": "Never ask for a password"}
    return one, two


def keys():
    # ruleid: llm-python-fixed-key
    openai.OpenAI(api_key="not-a-real-one")
    # ruleid: llm-python-fixed-key
    os.environ["OPENAI_API_KEY"] = "not-a-real-one"
    # ok: llm-python-fixed-key
    openai.OpenAI(api_key=os.environ["OPENAI_API_KEY"])
    # ok: llm-python-fixed-key
    openai.OpenAI(base_url="http://localhost:8000/v1", api_key="any")
