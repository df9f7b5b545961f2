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
    # ruleid: python-llm-prompt-injection-system-prompt
    return claude.messages.create(model="m", max_tokens=9, system=text, messages=[])


@app.route("/ask", methods=["POST"])
def ask():
    question = request.form["question"]
    instructed("You help with " + question)
    # ruleid: python-llm-prompt-injection-system-prompt
    messages = [{"role": "system", "content": f"You help with {question}"}]
    # ok: python-llm-prompt-injection-system-prompt
    messages.append({"role": "user", "content": question})
    # ruleid: python-llm-prompt-injection-system-prompt
    SystemMessage(content=question)
    # ruleid: python-llm-template-injection
    PromptTemplate.from_template(question)
    # ok: python-llm-template-injection
    PromptTemplate.from_template("Answer {question}").format(question=question)
    # ruleid: python-llm-untrusted-model-name
    AutoModel.from_pretrained(request.form["model"])
    # ok: python-llm-untrusted-model-name
    AutoModel.from_pretrained(MODELS[request.form["model"]])
    return client.chat.completions.create(model="m", messages=messages)


def secrets():
    # ruleid: python-llm-secret-in-prompt
    one = {"role": "system", "content": f"The password is {DB_PASSWORD}"}
    # ok: python-llm-secret-in-prompt
    two = {"role": "system", "content": "Never ask for a password"}
    return one, two


def keys():
    # ruleid: python-llm-hardcoded-api-key
    openai.OpenAI(api_key="not-a-real-one")
    # ruleid: python-llm-hardcoded-api-key
    os.environ["OPENAI_API_KEY"] = "not-a-real-one"
    # ok: python-llm-hardcoded-api-key
    openai.OpenAI(api_key=os.environ["OPENAI_API_KEY"])
    # ok: python-llm-hardcoded-api-key
    openai.OpenAI(base_url="http://localhost:8000/v1", api_key="any")
