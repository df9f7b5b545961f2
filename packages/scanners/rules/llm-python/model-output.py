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
    # ruleid: llm-python-output-to-code
    exec(code)


def calculate(question):
    run(ask(question))
    text = claude.messages.create(model="m", max_tokens=9, messages=[]).content[0].text
    # ruleid: llm-python-output-to-code
    eval(text)
    # ok: llm-python-output-to-code
    eval("1 + 1")
    # ruleid: llm-python-output-to-command
    os.system(text)
    # ruleid: llm-python-output-to-command
    subprocess.run(text, shell=True)
    # ok: llm-python-output-to-command
    subprocess.run(["echo", text])
    # ok: llm-python-output-to-command
    os.system("head -n %d log" % int(text))


def report(question):
    # ruleid: llm-python-output-to-sql
    rows = db.execute(ask(question)).fetchall()
    # ok: llm-python-output-to-sql
    db.execute("insert into answers values (?)", (ask(question),))
    return rows


def shown(question):
    llm = ChatOpenAI()
    text = llm.invoke(question).content
    # ruleid: llm-python-output-to-html
    page = Markup(f"<p>{text}</p>")
    # ok: llm-python-output-to-html
    Markup("<p>%s</p>") % markupsafe.escape(text)
    # ruleid: llm-python-output-to-html
    st.markdown(text, unsafe_allow_html=True)
    # ok: llm-python-output-to-html
    st.markdown(text)
    return page


def written(chain, question):
    name = chain.invoke(question)
    # ruleid: llm-python-output-to-path
    open("out/" + name, "w")
    # ok: llm-python-output-to-path
    open("out/" + os.path.basename(name), "w")
    # ok: llm-python-output-to-path
    return open(PAGES[name])


def told(chat, smtp, bot, question):
    # ruleid: llm-python-output-to-path
    open("out/" + chat.send_message(question).text, "w")
    # ok: llm-python-output-to-path
    open("out/" + smtp.send_message(question), "w")
    # ok: llm-python-output-to-path
    open("out/" + bot.send_message(7, question).text, "w")
