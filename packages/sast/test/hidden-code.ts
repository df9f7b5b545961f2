import type { Program } from './weak-programs.ts'

/** The program in a form that may hide it. */
interface Hidden {
  readonly path: string
  readonly content: string | Uint8Array
  /** Line of the expected finding; `listed` for a file that is only listed as unanalysed. */
  readonly line: number | 'listed'
  /** Production code that imports the file, with the manifests that the import needs. */
  readonly importers?: Readonly<Record<string, string>>
}

/** Inserts lines before the code, after lines that have to be first. */
function before({ code, line, extension }: Program, text: string): Omit<Hidden, 'path'> & { path: string } {
  const content = code.startsWith('<?php\n') ? code.replace('<?php\n', `<?php\n${text}`) : text + code
  return { path: `a${extension}`, content, line: line + text.split('\n').length - 1 }
}

const at = (program: Program, path: string): Hidden => ({ path, content: program.code, line: program.line })
const named = (program: Program, folder: string): Hidden => at(program, `${folder}/a${program.extension}`)

function encoded(program: Program, content: Uint8Array): Hidden {
  return { path: `a${program.extension}`, content, line: program.line }
}

function utf32(text: string): Uint8Array {
  const bytes = Buffer.alloc(text.length * 4)
  for (let index = 0; index < text.length; index += 1) bytes.writeUInt32LE(text.charCodeAt(index), index * 4)
  return bytes
}

function script(program: Program, path: string): Hidden | undefined {
  const { interpreter, code, line } = program
  return interpreter === undefined
    ? undefined
    : { path, content: `#!/usr/bin/env ${interpreter}\n${code}`, line: line + 1 }
}

function notebook({ language, code, line }: Program, isPretty: boolean): Hidden {
  const cell = { cell_type: 'code', metadata: {}, outputs: [], source: code.split(/(?<=\n)/) }
  const cells = [{ cell_type: 'markdown', source: '# Notes' }, cell]
  const document = { metadata: { language_info: { name: language } }, nbformat: 4, cells }
  const content = JSON.stringify(document, null, isPretty ? 1 : 0)
  const head = content.slice(0, content.indexOf('"source": [')).split('\n').length
  return { path: 'a.ipynb', content, line: isPretty ? head + line : 1 }
}

function page({ language, code, line }: Program, path: string): Hidden | undefined {
  if (language !== 'javascript' && language !== 'typescript') return undefined
  const lang = language === 'typescript' ? 'ts' : 'js'
  const content = `<p>a</p><!-- <script> -->\n<script lang="${lang}">\n${code}</script>\n`
  return { path, content, line: line + 2 }
}

/** Code in templates, in the language of the server. */
const TEMPLATES: Readonly<Record<string, Hidden>> = {
  javascript: {
    path: 'a.ejs',
    content:
      "<p><% const cp = require('child_process') %>\n<% const app = require('express')() %>\n" +
      "<% app.get('/', (req, res) => { %><%= cp.exec('ls ' + req.query.a) %><% }) %>",
    line: 3,
  },
  java: {
    path: 'a.jsp',
    content: '<%@ page import="java.io.*" %>\n<% Runtime.getRuntime().exec("ls " + request.getParameter("a")); %>',
    line: 2,
  },
  csharp: {
    path: 'a.cshtml',
    content:
      '@page\n@using System.Diagnostics\n<p>@{\n  Process.Start("/bin/sh", "-c " + Request.Query["a"]);\n}</p>\n',
    line: 4,
  },
  php: { path: 'a.html', content: "<p>\n<?php system('ls ' . $_GET['a']); ?></p>", line: 2 },
  ruby: { path: 'a.html.erb', content: '<p>\n<%= system("ls #{params[:a]}") %></p>', line: 2 },
}

/** Names that are written in another way than they are read. */
const SPELLINGS: Readonly<Record<string, readonly [string, string]>> = {
  javascript: ['cp.exec(', 'cp.\\u0065xec('],
  typescript: ['cp.exec(', 'cp.\\u{65}xec('],
  python: ['os.system(', 'os.\uff53ystem('],
  java: ['exec(', '\\u0065x\\uu0065c('],
  csharp: ['Process.Start(', 'Process.\\u0053tart('],
  php: ['system(', 'SYSTEM('],
}
const MORE_SPELLINGS: Readonly<Record<string, readonly [string, string]>> = {
  java: ['Runtime.get', '// \\u000a Runtime.get'],
  csharp: ['Process.Start(', 'Process.@Start('],
}
/** Names that are computed from constant texts. */
const COMPUTED: Readonly<Record<string, readonly [string, string]>> = {
  javascript: ['cp.exec(', "cp['ex' + `ec`]("],
  typescript: ['cp.exec(', 'cp["e" + "xe" + "c"]('],
  python: ['os.system(', "getattr(os, 'sys' + 'tem')("],
  php: ['system(', "('sys' . 'tem')("],
}
const COMPUTED_MODULES: Readonly<Record<string, readonly [string, string]>> = {
  javascript: ['cp.exec(', "require('child_' + 'process')['ex' + 'ec']("],
  typescript: ['cp.exec(', "require('child_process').exec("],
  python: ['os.system(', "getattr(__import__('o' 's'), 'system')("],
  php: ['system(', "call_user_func('sys' . 'tem', "],
}

/** Calls of a function through another function. */
const INDIRECT: Readonly<Record<string, readonly [string, string]>> = {
  call: ["cp.exec('ls ' + req.query.a)", "cp.exec.call(null, 'ls ' + req.query.a)"],
  apply: ["cp.exec('ls ' + req.query.a)", "cp.exec.apply(cp, ['ls ' + req.query['a']])"],
  'reflect-apply': ["cp.exec('ls ' + req.query.a)", "Reflect.apply(cp.exec, undefined, ['ls ' + req.query.a])"],
  comma: ['cp.exec(', '(0, cp.exec)('],
}
const indirect = Object.fromEntries(
  Object.entries(INDIRECT).map(([name, spelling]) => [
    name,
    (program: Program) => (program.language.endsWith('script') ? spelled(program, spelling) : undefined),
  ]),
)

function spelled(
  program: Program,
  [from, to]: readonly [string, string] | readonly [undefined?, undefined?] = [],
): Hidden | undefined {
  if (from === undefined) return undefined
  return { ...at(program, `a${program.extension}`), content: program.code.replace(from, to) }
}

/** Statements that import `demo/b` from `src/b`, and the declaration of a module in the imported file. */
const IMPORTS: Readonly<Record<string, (path: string) => string>> = {
  javascript: (path) => `require('../${path}')\n`,
  typescript: (path) => `import '../${path.replace(/\.ts$/, '')}'\n`,
  python: (path) => `import runpy\nrunpy.run_path('${path}')\n`,
  java: () => 'import demo.A;\npublic class B { A a; }\n',
  csharp: () => 'using Demo;\npublic class B { A a; }\n',
  go: (path) => `package b\n\nimport _ "example.com/shop/${path.slice(0, path.lastIndexOf('/'))}"\n`,
  php: (path) => `<?php\nrequire_once __DIR__ . '/../${path}';\n`,
  ruby: (path) => `require_relative '../${path}'\n`,
}
const MODULES: Readonly<Record<string, readonly [string, string]>> = {
  java: ['import', 'package demo; import'],
  csharp: ['public class', 'namespace Demo; public class'],
  go: ['package main', 'package demo'],
}

/** Code outside of production code by its path that production code imports. */
function imported(program: Program, path: string): Hidden {
  const { language, extension, code } = program
  const [from, to] = MODULES[language] ?? ['', '']
  const importers = { [`src/b${extension}`]: IMPORTS[language]!(path), 'go.mod': 'module example.com/shop\n' }
  return { ...at(program, path), content: code.replace(from, to), importers }
}

const PAD = 'x'.repeat(98)

/** Ways to hide code from a scanner. */
export const TECHNIQUES: Readonly<Record<string, (program: Program) => Hidden | undefined>> = {
  plain: (program) => at(program, `a${program.extension}`),
  'nul-in-comment': (program) => before(program, `${program.comment} \0 x\n`),
  'utf-16-le': (program) => encoded(program, Buffer.from(program.code, 'utf16le')),
  'utf-16-le-mark': (program) => encoded(program, Buffer.from(`\ufeff${program.code}`, 'utf16le')),
  'utf-16-be-mark': (program) => encoded(program, Buffer.from(`\ufeff${program.code}`, 'utf16le').swap16()),
  'utf-32': (program) => encoded(program, utf32(program.code)),
  'utf-32-mark': (program) => encoded(program, utf32(`\ufeff${program.code}`)),
  'utf-8-mark': (program) => encoded(program, Buffer.from(`\ufeff${program.code}`)),
  'no-text': (program) => ({
    path: `a${program.extension}`,
    content: program.code + '\0\u0001\u0002'.repeat(2_000),
    line: 'listed',
  }),
  'generated-header': (program) => before(program, `${program.comment} @generated by a tool. DO NOT EDIT.\n`),
  'padding-1-mib': (program) => before(program, `${program.comment}${PAD}\n`.repeat(11_000)),
  'padding-5-mib': (program) => ({ ...before(program, `${program.comment}${PAD}\n`.repeat(52_000)), line: 'listed' }),
  'line-600-kb': (program) => before(program, `${program.comment}${'x'.repeat(600_000)}\n`),
  'long-line-behind': (program) => ({
    ...at(program, `a${program.extension}`),
    content: `${program.code}${program.comment}${'x'.repeat(600_000)}`,
  }),
  backslash: (program) => at(program, `src\\a${program.extension}`),
  'line-break-in-name': (program) => at(program, `src\na${program.extension}`),
  vendor: (program) => named(program, 'vendor'),
  'third-party': (program) => named(program, 'third_party'),
  dist: (program) => named(program, 'dist'),
  min: (program) => at(program, `a.min${program.extension}`),
  bundle: (program) => at(program, `a.bundle${program.extension}`),
  installed: (program) => named(program, 'node_modules'),
  environment: (program) => named(program, 'venv'),
  'test-name': (program) => imported(program, `test/a.spec${program.extension}`),
  'example-name': (program) => imported(program, `demo/a${program.extension}`),
  'docs-name': (program) => imported(program, `docs/a${program.extension}`),
  'hidden-name': (program) => at(program, `.a/.b${program.extension}`),
  'upper-case-name': (program) => at(program, `A${program.extension.toUpperCase()}`),
  'carriage-returns': (program) => ({
    ...at(program, `a${program.extension}`),
    content: program.code.replaceAll('\n', '\r'),
  }),
  'invalid-utf-8': (program) => {
    const { content, ...hidden } = before(program, `${program.comment} \u00e9\u00ff\u00c0\u00af\n`)
    return { ...hidden, content: Buffer.from(content as string, 'latin1') }
  },
  'script-as-text': (program) => script(program, 'run.txt'),
  'script-without-extension': (program) => script(program, 'run'),
  'script-as-data': (program) => script(program, 'run.json'),
  notebook: (program) => notebook(program, true),
  'notebook-on-one-line': (program) => notebook(program, false),
  html: (program) => page(program, 'a.html'),
  vue: (program) => page(program, 'a.vue'),
  svelte: (program) => page(program, 'a.svelte'),
  template: ({ language }) => TEMPLATES[language],
  'escaped-name': (program) => spelled(program, SPELLINGS[program.language]),
  'escaped-otherwise': (program) => spelled(program, MORE_SPELLINGS[program.language]),
  'computed-name': (program) => spelled(program, COMPUTED[program.language]),
  'computed-module': (program) => spelled(program, COMPUTED_MODULES[program.language]),
  ...indirect,
}
