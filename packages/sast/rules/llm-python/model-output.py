import os
import sqlite3
import subprocess

import anthropic
import markupsafe
import openai
import streamlit as st
from langchain_openai import ChatOpenAI
from markupsafe import Markup

client = openai.OpenAI()
claude = anthropic.Anthropic()
db = sqlite3.connect("app.db")
PAGES = {"help": "help.txt"}


def ask(question):
    answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": question}])
    return answer.choices[0].message.content


def run(code):
    # ruleid: python-llm-output-code-injection
    exec(code)


def calculate(question):
    run(ask(question))
    text = claude.messages.create(model="m", max_tokens=9, messages=[]).content[0].text
    # ruleid: python-llm-output-code-injection
    eval(text)
    # ok: python-llm-output-code-injection
    eval("1 + 1")
    # ruleid: python-llm-output-command-injection
    os.system(text)
    # ruleid: python-llm-output-command-injection
    subprocess.run(text, shell=True)
    # ok: python-llm-output-command-injection
    subprocess.run(["echo", text])
    # ok: python-llm-output-command-injection
    os.system("head -n %d log" % int(text))


def report(question):
    # ruleid: python-llm-output-sql-injection
    rows = db.execute(ask(question)).fetchall()
    # ok: python-llm-output-sql-injection
    db.execute("insert into answers values (?)", (ask(question),))
    return rows


def shown(question):
    llm = ChatOpenAI()
    text = llm.invoke(question).content
    # ruleid: python-llm-output-xss
    page = Markup(f"<p>{text}</p>")
    # ok: python-llm-output-xss
    Markup("<p>%s</p>") % markupsafe.escape(text)
    # ruleid: python-llm-output-xss
    st.markdown(text, unsafe_allow_html=True)
    # ok: python-llm-output-xss
    st.markdown(text)
    return page


def written(chain, question):
    name = chain.invoke(question)
    # ruleid: python-llm-output-path-traversal
    open("out/" + name, "w")
    # ok: python-llm-output-path-traversal
    open("out/" + os.path.basename(name), "w")
    # ok: python-llm-output-path-traversal
    return open(PAGES[name])


def told(chat, smtp, bot, question):
    # ruleid: python-llm-output-path-traversal
    open("out/" + chat.send_message(question).text, "w")
    # ok: python-llm-output-path-traversal
    open("out/" + smtp.send_message(question), "w")
    # ok: python-llm-output-path-traversal
    open("out/" + bot.send_message(7, question).text, "w")
