import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { draftsFor, type FixTarget } from '../src/index.ts'

/** Text with the range of the finding between « and ». */
async function rewritten(filePath: string, ruleId: string, cweId: string, marked: string): Promise<string | undefined> {
  const text = marked.replaceAll(/[«»]/g, '')
  const place = (offset: number) => {
    const before = marked.slice(0, offset).replace('«', '')
    return {
      line: before.split('\n').length,
      column: offset - (marked.slice(0, offset).includes('«') ? 1 : 0) - before.lastIndexOf('\n'),
    }
  }
  const [start, end] = [place(marked.indexOf('«')), place(marked.indexOf('»'))]
  const target: FixTarget = {
    scanner: 'SAST_PATTERN',
    ruleId: `sast/${ruleId}`,
    filePath,
    cweId,
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column - 1,
    metadata: {},
  }
  for await (const draft of draftsFor(target, memoryTree({ [filePath]: text })))
    if (typeof draft !== 'string') return draft.edits.get(filePath)
  return undefined
}

const sql = (file: string, before: string) => rewritten(file, 'x-sql-injection', 'CWE-89', before)

test.each<readonly [what: string, file: string, before: string, after: string]>([
  [
    'a query in a variable',
    'a.py',
    'import sqlite3\nq = "SELECT 1 FROM t WHERE a = \'" + a + "\' AND b = " + b\ncur.execute(«q»)\n',
    'import sqlite3\nq = "SELECT 1 FROM t WHERE a = ? AND b = ?"\ncur.execute(q, (a, b))\n',
  ],
  [
    'a format with the placeholder of the driver',
    'a.py',
    'import psycopg2\ncur.execute(«"INSERT INTO t VALUES (\'{}\', {})".format(a, f(b))»)\n',
    'import psycopg2\ncur.execute("INSERT INTO t VALUES (%s, %s)", (a, f(b)))\n',
  ],
  [
    'numbered placeholders of PostgreSQL',
    'a.ts',
    "import pg from 'pg'\nawait pool.query(«`SELECT 1 FROM t WHERE a = ${a.b} AND c > '${d(1)}'`»)\n",
    "import pg from 'pg'\nawait pool.query('SELECT 1 FROM t WHERE a = $1 AND c > $2', [a.b, d(1)])\n",
  ],
  [
    'a query of Go with a context',
    'a.go',
    'import _ "github.com/lib/pq"\nrows, err := db.QueryContext(ctx, «fmt.Sprintf("SELECT 1 FROM t WHERE a = \'%s\'", a)»)\n',
    'import _ "github.com/lib/pq"\nrows, err := db.QueryContext(ctx, "SELECT 1 FROM t WHERE a = $1", a)\n',
  ],
])('%s gets parameters', async (_what, file, before, after) => {
  expect(await sql(file, before)).toBe(after)
})

test.each<readonly [what: string, file: string, before: string]>([
  ['the name of a table', 'a.py', 'import sqlite3\ncur.execute(«"SELECT 1 FROM " + t»)\n'],
  ['an order', 'a.py', 'import sqlite3\ncur.execute(«f"SELECT 1 FROM t ORDER BY {c}"»)\n'],
  ['a condition', 'a.py', 'import sqlite3\ncur.execute(«"SELECT 1 FROM t WHERE " + c»)\n'],
  ['a list', 'a.py', 'import sqlite3\ncur.execute(«"SELECT 1 FROM t WHERE a IN (" + ids + ")"»)\n'],
  ['a pattern with more text', 'a.py', 'import sqlite3\ncur.execute(«f"SELECT 1 FROM t WHERE a LIKE \'%{q}%\'"»)\n'],
  ['a query of an unknown driver', 'a.py', 'cur.execute(«"SELECT 1 FROM t WHERE a = " + a»)\n'],
  [
    'a query that is built in several steps',
    'a.py',
    'import sqlite3\nq = "SELECT 1 WHERE a = " + a\nq += " AND b"\ncur.execute(«q»)\n',
  ],
  ['a query of an object mapper', 'a.go', 'import _ "github.com/lib/pq"\nx.Where(«"a = " + a»).Find(&b)\n'],
  ['a call with values', 'a.py', 'import sqlite3\ncur.execute(«"SELECT 1 WHERE a = " + a», (b,))\n'],
])('%s stays', async (_what, file, before) => {
  expect(await sql(file, before)).toBeUndefined()
})

const command = (file: string, before: string) => rewritten(file, 'x-command-injection', 'CWE-78', before)

test.each<readonly [file: string, before: string, after: string]>([
  [
    'a.py',
    'import os\n\nos.system(«f"tar -xf \'{name}\' --dir={out}"»)\n',
    'import os\nimport subprocess\n\nsubprocess.run(["tar", "-xf", str(name), "--dir=" + str(out)]).returncode\n',
  ],
  [
    'a.js',
    "import { exec } from 'node:child_process'\nexec(«`ls ${dir}`», { cwd }, done)\nexec(other)\n",
    "import { exec, execFile } from 'node:child_process'\nexecFile('ls', [String(dir)], { cwd }, done)\nexec(other)\n",
  ],
  ['a.rb', 'IO.popen(«"cat -n #{params[:a]}"»)\n', 'IO.popen(["cat", "-n", params[:a].to_s])\n'],
  ['a.php', "<?php\nsystem(«'ls ' . $_GET['d']»);\n", "<?php\nsystem('ls ' . escapeshellarg($_GET['d']));\n"],
])('a shell command becomes a list of arguments: %s', async (file, before, after) => {
  expect(await command(file, before)).toBe(after)
})

test.each([
  ['a function of another object', 'a.js', "import { Client } from 'ssh2'\nconn.exec(«'ls ' + dir»)\n"],
  ['a pipe', 'a.py', 'import os\nos.system(«"cat " + a + " | wc -l"»)\n'],
  ['a program that a value names', 'a.py', 'import os\nos.system(«a + " -x"»)\n'],
  ['a command of the shell', 'a.py', 'import os\nos.system(«"cd " + a»)\n'],
  ['a wildcard', 'a.rb', 'system(«"rm #{dir}/*"»)\n'],
])('%s stays a command', async (_what, file, before) => {
  expect(await command(file, before)).toBeUndefined()
})

test.each<readonly [rule: string, file: string, before: string, after: string]>([
  [
    'python-insecure-deserialization',
    'a.py',
    'x = «yaml.load(f.read(), Loader=yaml.Loader)»\n',
    'x = yaml.safe_load(f.read())\n',
  ],
  [
    'python-weak-random',
    'a.py',
    'import random\n\ndef «token»():\n    return random.choice(x)\n',
    'import random\nimport secrets\n\ndef token():\n    return secrets.choice(x)\n',
  ],
  [
    'python-http-request-without-timeout',
    'a.py',
    'r = «requests.get(u, headers={"a": 1})»\n',
    'r = requests.get(u, headers={"a": 1}, timeout=30)\n',
  ],
  [
    'go-weak-hash',
    'a.go',
    'package a\n\nimport (\n\t"crypto/md5"\n\t"fmt"\n)\n\nvar x = «md5.Sum(y)»\n',
    'package a\n\nimport (\n\t"crypto/sha256"\n\t"fmt"\n)\n\nvar x = sha256.Sum256(y)\n',
  ],
  [
    'csharp-weak-random',
    'a.cs',
    'var x = «new Random().Next(5, 9)»;\n',
    'var x = System.Security.Cryptography.RandomNumberGenerator.GetInt32(5, 9);\n',
  ],
  [
    'php-insecure-cookie',
    'a.php',
    "<?php\n«setcookie('a', f($b), time() + 60)»;\n",
    "<?php\nsetcookie('a', f($b), ['expires' => time() + 60, 'secure' => true, 'httponly' => true, 'samesite' => 'Lax']);\n",
  ],
  [
    'python-insecure-cookie',
    'a.py',
    '«r.set_cookie("a", b, secure=False)»\n',
    'r.set_cookie("a", b, secure=True, httponly=True, samesite="Lax")\n',
  ],
])('%s in %s', async (rule, file, before, after) => {
  expect(await rewritten(file, rule, 'CWE-0', before)).toBe(after)
})

test.each<readonly [what: string, rule: string, file: string, before: string, after: string | undefined]>([
  [
    'named',
    'java-hardcoded-password',
    'A.java',
    '«c.set("user", p, password = "abcdef")»;\n',
    'c.set("user", p, password = System.getenv("PASSWORD"));\n',
  ],
  [
    'last argument of a login',
    'python-hardcoded-password',
    'a.py',
    'import os\n«s.login("ann", "abcdef")»\n',
    'import os\ns.login("ann", os.environ["PASSWORD"])\n',
  ],
  [
    'algorithm beside the key',
    'java-hardcoded-encryption-key',
    'A.java',
    '«new SecretKeySpec(word.getBytes(), "AES")»;\n',
    undefined,
  ],
  ['key of a setting', 'python-hardcoded-session-key', 'a.py', '«app.config["SECRET_KEY"] = FIXED»\n', undefined],
])('a literal that is the %s', async (_what, rule, file, before, after) => {
  expect(await rewritten(file, rule, 'CWE-798', before)).toBe(after)
})

test('code without end costs no quadratic time', async () => {
  const calls = 'f('.repeat(200_000)
  const effort_ms = startEffort()
  await sql('a.py', `import sqlite3\n${calls}\ncur.execute(«"SELECT 1 WHERE a = " + a»)\n`)
  await command('a.js', `${'exec('.repeat(50_000)}«'ls ' + a»`)
  expect(effort_ms()).toBeLessThan(5_000)
})
