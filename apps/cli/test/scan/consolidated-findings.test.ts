import { expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '@gatehouse/sast'
import { mergeObservations, type Observation, runScan } from '@gatehouse/scan-engine'
import { createSecretsScanner } from '@gatehouse/secrets'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

/** Findings of the shipped rules as `line rule`. */
async function findingsIn(path: string, code: string): Promise<readonly string[]> {
  const { observations } = await runScan({
    tree: treeOf({ [path]: code }),
    scanners: [createSastScanner({ rules: OWN_PACK }), createSecretsScanner()],
  })
  return observations.map(({ startLine, ruleId }) => `${startLine} ${ruleId}`)
}

const FLASK = 'from flask import Flask, request\nimport hashlib, pickle, yaml\napp = Flask(__name__)\n'
const view = (body: string): string => `${FLASK}@app.route("/x", methods=["POST"])\ndef x():\n    ${body}\n`

test.each([
  ['a.py', view('return str(pickle.loads(request.data))'), ['6 sast/python-insecure-deserialization']],
  ['a.py', view('return str(eval(request.args["e"]))'), ['6 sast/python-code-injection']],
  ['a.py', view('return str(yaml.load(request.data, Loader=yaml.Loader))'), ['6 sast/python-insecure-deserialization']],
  ['a.py', view('return request.form["a"] + str(eval(request.args["e"]))'), ['6 sast/python-code-injection']],
  ['a.php', '<?php\necho eval($_GET["c"]);\n', ['2 sast/php-code-injection']],
  ['a.php', '<?php\necho print_r(unserialize($_POST["o"]), true);\n', ['2 sast/php-insecure-deserialization']],
  [
    'a.rb',
    'class A < ApplicationController\n  def a\n    render html: Marshal.load(params[:o]).to_s.html_safe\n  end\nend\n',
    ['3 sast/ruby-insecure-deserialization'],
  ],
  [
    'a.js',
    "app.get('/e', (req, res) => { res.send(String(eval(req.query.e))) })\n",
    ['1 sast/javascript-code-injection'],
  ],
] as const)(
  'code execution covers cross-site scripting in the same expression of %s: %s',
  async (path, code, expected) => {
    expect(await findingsIn(path, code)).toEqual(expected)
  },
)

test('cross-site scripting in another expression is reported', async () => {
  expect(await findingsIn('a.py', view('a = eval(request.args["e"]); return "<p>" + request.args["n"]'))).toEqual([
    '6 sast/python-code-injection',
    '6 sast/python-xss',
  ])
})

const java = (body: string): string =>
  `import java.io.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n  void doPost(HttpServletRequest req, HttpServletResponse res) throws Exception {\n${body}\n  }\n}\n`

test.each([
  [
    '    new ObjectInputStream(new ByteArrayInputStream(req.getParameter("b").getBytes())).readObject();',
    ['5 sast/java-insecure-deserialization'],
  ],
  [
    '    ObjectInputStream in = new ObjectInputStream(req.getInputStream());\n    Object o = in.readObject();',
    ['6 sast/java-insecure-deserialization'],
  ],
  // Two streams are two findings.
  [
    '    new ObjectInputStream(req.getInputStream()).readObject();\n    new ObjectInputStream(req.getInputStream()).readObject();',
    ['5 sast/java-insecure-deserialization', '6 sast/java-insecure-deserialization'],
  ],
  [
    '    Cookie c = new Cookie("sid", "v");\n    c.setHttpOnly(false);\n    c.setSecure(false);\n    res.addCookie(c);',
    ['5 sast/java-insecure-cookie'],
  ],
  [
    '    Cookie c = new Cookie("sid", "v");\n    c.setSecure(false);\n    res.addCookie(c);\n    Cookie d = new Cookie("sid2", "v");\n    d.setSecure(false);\n    res.addCookie(d);',
    ['5 sast/java-insecure-cookie', '8 sast/java-insecure-cookie'],
  ],
] as const)('a Java object has a single finding: %s', async (body, expected) => {
  expect(await findingsIn('A.java', java(body))).toEqual(expected)
})

test.each([
  [
    'a.cs',
    'class A { void B() {\n  var c = new CookieOptions();\n  c.HttpOnly = false;\n  c.Secure = false;\n} }\n',
    1,
  ],
  [
    'a.kt',
    'fun a() {\n  install(Sessions) { cookie<S>("s") {\n    cookie.httpOnly = false\n    cookie.secure = false\n  } }\n}\n',
    1,
  ],
  ['a.js', "app.get('/c', (req, res) => { res.cookie('sid', 'v', { httpOnly: false, secure: false }) })\n", 1],
] as const)('a cookie has a single finding in %s', async (path, code, count) => {
  expect(await findingsIn(path, code)).toHaveLength(count)
})

test.each([
  [
    'a.py',
    'import hashlib\ndef f(password):\n    return hashlib.md5(password.encode()).hexdigest()\n',
    ['3 sast/python-weak-password-hash'],
  ],
  [
    'a.js',
    "const f = (password) => crypto.createHash('md5').update(password).digest('hex')\n",
    ['1 sast/javascript-weak-password-hash'],
  ],
] as const)('a hash has a single finding in %s', async (path, code, expected) => {
  expect(await findingsIn(path, code)).toEqual(expected)
})

test('a hard-coded password is a single finding of both scanners and names the other rule', async () => {
  const code =
    "const pool = mysql.createPool({ host: 'db', user: 'root', password: 'Sup3rS3cret!42', database: 'a' })\n"
  const { observations } = await runScan({
    tree: treeOf({ 'a.js': code }),
    scanners: [createSastScanner({ rules: OWN_PACK }), createSecretsScanner()],
  })
  expect(observations).toMatchObject([
    {
      ruleId: 'secrets/password',
      seenBy: ['SECRETS_PATTERN', 'SAST_PATTERN'],
      metadata: {
        alsoReportedBy: [{ ruleId: 'sast/javascript-hardcoded-password', title: 'Hard-coded password', line: 1 }],
      },
    },
  ])
})

test('two secrets in one expression are two findings', async () => {
  const code =
    "const pool = mysql.createPool({ password: 'Sup3rS3cret!42', other: { password: 'An0therS3cret!77' } })\n"
  expect(await findingsIn('a.js', code)).toHaveLength(2)
})

const observation = (more: Partial<Observation>): Observation => ({
  scanner: 'SAST_PATTERN',
  ruleId: 'sast/a',
  severity: 'HIGH',
  title: 'T',
  description: 'D',
  filePath: 'a.js',
  startLine: 1,
  endLine: 1,
  startColumn: 1,
  endColumn: 20,
  owasp: [],
  confidence: 0.8,
  cweId: 'CWE-328',
  identity: ['a', 'x'],
  metadata: {},
  ...more,
})

test('a suppressed finding neither hides another finding nor is hidden', () => {
  const suppressed = observation({
    ruleId: 'sast/b',
    cweId: 'CWE-916',
    identity: ['b', 'x'],
    suppression: { marker: 'nosemgrep' },
  })
  expect(mergeObservations([observation({}), suppressed])).toHaveLength(2)
})

test('findings at different locations or of different weaknesses are not merged', () => {
  expect(
    mergeObservations([observation({}), observation({ startColumn: 30, endColumn: 40, identity: ['a', 'y'] })]),
  ).toHaveLength(2)
  expect(mergeObservations([observation({}), observation({ cweId: 'CWE-327', identity: ['b', 'x'] })])).toHaveLength(2)
})

test('the result does not depend on the order, and is stable', () => {
  const all = [
    observation({}),
    observation({ ruleId: 'sast/b', cweId: 'CWE-916', identity: ['b', 'x'], endColumn: 30 }),
    observation({
      ruleId: 'sast/c',
      cweId: 'CWE-759',
      identity: ['c', 'x'],
      severity: 'LOW',
      startColumn: 3,
      endColumn: 9,
    }),
  ]
  const once = mergeObservations(all)
  expect(once).toHaveLength(1)
  expect(mergeObservations(all.toReversed())).toEqual(once)
  expect(mergeObservations(once)).toEqual(once)
})
