/** A program with one command injection. */
export interface Program {
  readonly language: string
  readonly extension: string
  readonly code: string
  /** Line of the command, 1-based. */
  readonly line: number
  /** Prefix of a comment. */
  readonly comment: string
  /** Interpreter in the first line of a script; undefined for languages without scripts. */
  readonly interpreter?: string
}

export const PROGRAMS: readonly Program[] = [
  {
    language: 'javascript',
    extension: '.js',
    comment: '//',
    interpreter: 'node',
    line: 3,
    code: `const cp = require('child_process')
const app = require('express')()
app.get('/', (req, res) => { cp.exec('ls ' + req.query.a) })
`,
  },
  {
    language: 'typescript',
    extension: '.ts',
    comment: '//',
    interpreter: 'ts-node',
    line: 4,
    code: `import * as cp from 'child_process'
import express, { Request, Response } from 'express'
const app = express()
app.get('/', (req: Request, res: Response) => { cp.exec('ls ' + req.query.a) })
`,
  },
  {
    language: 'python',
    extension: '.py',
    comment: '#',
    interpreter: 'python3',
    line: 6,
    code: `import os
from flask import Flask, request
app = Flask(__name__)
@app.route('/')
def a():
    os.system('ls ' + request.args.get('a'))
    return ''
`,
  },
  {
    language: 'java',
    extension: '.java',
    comment: '//',
    line: 4,
    code: `import javax.servlet.http.*;
public class A extends HttpServlet {
  public void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Runtime.getRuntime().exec("ls " + request.getParameter("a"));
  }
}
`,
  },
  {
    language: 'csharp',
    extension: '.cs',
    comment: '//',
    line: 5,
    code: `using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
public class A : Controller {
  public IActionResult Run() {
    Process.Start("/bin/sh", "-c " + Request.Query["a"]);
    return Ok();
  }
}
`,
  },
  {
    language: 'go',
    extension: '.go',
    comment: '//',
    line: 9,
    code: `package main

import (
\t"net/http"
\t"os/exec"
)

func h(w http.ResponseWriter, r *http.Request) {
\texec.Command("sh", "-c", "ls "+r.URL.Query().Get("a")).Run()
}
`,
  },
  {
    language: 'php',
    extension: '.php',
    comment: '//',
    interpreter: 'php',
    line: 2,
    code: `<?php
system('ls ' . $_GET['a']);
`,
  },
  {
    language: 'ruby',
    extension: '.rb',
    comment: '#',
    interpreter: 'ruby',
    line: 3,
    code: `class AController < ApplicationController
  def show
    system("ls #{params[:a]}")
  end
end
`,
  },
]
