import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Io } from '../../src/command.ts'
import { replaceFile } from '../../src/fix/replace-file.ts'
import { run } from '../../src/program.ts'

const RULES = `rules:
- {id: danger, message: Calls danger., severity: ERROR, languages: [javascript], pattern: danger($X), fix: safe($X)}
- {id: loop, message: Calls loop., severity: ERROR, languages: [javascript], pattern: loop($X), fix: 'loop(loop($X))'}
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-fix-'))
  put('rules.yaml', RULES)
  put('app/a.js', 'danger(1)\nloop(2)\n')
  put('app/b.js', 'fine()\n')
  put('app/c.py', 'import requests\nrequests.get(u, verify=False)\n')
  put('app/.gitignore', 'out/\n')
  put('app/out/d.js', 'danger(3)\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

async function gatehouse(...args: string[]) {
  return gatehouseOn({ isTTY: false }, ...args)
}

async function gatehouseOn({ isTTY }: { readonly isTTY: boolean }, ...args: string[]) {
  let [out, err] = ['', '']
  const io: Io = {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder },
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text), isTTY },
    untilStopped: () => new Promise(() => undefined),
  }
  return { code: await run(args, io), out, err }
}

const OWN = ['--rules', 'rules.yaml', '--only-rules'] as const

test('--dry-run prints the changes and writes nothing', async () => {
  const { code, out, err } = await gatehouse('fix', 'app', '--dry-run', ...OWN)
  expect([code, out]).toEqual([0, '--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-danger(1)\n+safe(1)\n loop(2)\n'])
  expect(err).toContain('a.js:2 sast/loop not fixed: The rule would still report the finding after the fix.')
  expect(err).toContain('1 finding can be fixed in 1 file.')
  expect(read('app/a.js')).toBe('danger(1)\nloop(2)\n')
})

test('verified fixes are written, and the file mode is preserved', async () => {
  chmodSync(join(folder, 'app/a.js'), 0o750)
  const { code, out, err } = await gatehouse('fix', 'app', '--rules', 'rules.yaml')
  expect([code, out.split('\n')[0]]).toEqual([0, 'a.js:1 sast/danger fixed: Calls danger.'])
  expect(out).toContain('c.py:2 sast/python-tls-verification-disabled fixed: ')
  expect(err).toContain(
    'c.py:2 sast/python-tls-verification-disabled needs review: Connections to servers with self-signed certificates',
  )
  expect([read('app/a.js'), read('app/c.py'), read('app/out/d.js')]).toEqual([
    'safe(1)\nloop(2)\n',
    'import requests\nrequests.get(u, verify=True)\n',
    'danger(3)\n',
  ])
  expect(statSync(join(folder, 'app/a.js')).mode & 0o777).toBe(0o750)
  expect(readdirSync(join(folder, 'app')).toSorted()).toEqual(['.gitignore', 'a.js', 'b.js', 'c.py', 'out'])
  // Once is enough.
  expect((await gatehouse('fix', 'app', '--rules', 'rules.yaml')).err).toContain('0 findings fixed')
})

test('--all also fixes ignored files', async () => {
  await gatehouse('fix', 'app', '--all', ...OWN)
  expect(read('app/out/d.js')).toBe('safe(3)\n')
})

test('a file modified during the fix is not overwritten', async () => {
  const path = join(folder, 'app/a.js')
  await expect(replaceFile(path, Buffer.from('something else'), 'new')).rejects.toThrow(
    'was modified while it was being fixed',
  )
  expect(read('app/a.js')).toBe('danger(1)\nloop(2)\n')
  expect(readdirSync(join(folder, 'app'))).toHaveLength(5)
})

test.each([
  [['fix', 'nowhere'], 'Folder not found: nowhere.'],
  [['fix', 'app', '--only-rules'], '--only-rules requires --rules'],
])('%j is refused', async (args, sentence) => {
  const { code, err } = await gatehouse(...args)
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)])
})

const scan = async (...more: string[]) => {
  const { code, out, err } = await gatehouse('scan', 'app', '--type', 'SAST_ONLY', '--format', 'json', ...more)
  const { findings = [] } = (out === '' ? {} : JSON.parse(out)) as { findings?: { filePath: string }[] }
  return { code, err, paths: findings.map(({ filePath }) => filePath) }
}

test('a scan runs built-in rules, built-in and custom rules, or custom rules only', async () => {
  // The number of our matching rules is not tested here.
  expect(new Set((await scan()).paths)).toEqual(new Set(['c.py']))
  expect(new Set((await scan('--rules', 'rules.yaml')).paths)).toEqual(new Set(['a.js', 'c.py']))
  expect((await scan(...OWN)).paths).toEqual(['a.js', 'a.js'])
})

test('an unsupported rule is reported a single time for all scanners', async () => {
  put('odd.yaml', 'rules:\n- {id: odd, message: m, severity: ERROR, languages: [javascript], pattern-of-mine: x}\n')
  const { out } = await gatehouse('scan', 'app', '--rules', 'odd.yaml', '--format', 'json')
  const { gaps } = JSON.parse(out) as { gaps: { scanner: string; detail: string }[] }
  expect(gaps.filter(({ detail }) => detail.includes('The rule odd of'))).toMatchObject([{ scanner: 'SAST_PATTERN' }])
})

test('the cache must be outside the scanned folder', async () => {
  const inside = await scan('--cache', 'app/.cache')
  expect([inside.code, inside.err]).toEqual([2, expect.stringContaining('must be outside the scanned folder')])
  expect(new Set((await scan('--cache', 'kept')).paths)).toEqual(new Set(['c.py']))
  const entries = readdirSync(join(folder, 'kept'), { recursive: true, encoding: 'utf8' })
  expect(entries.filter((name) => name.endsWith('.gz'))).toHaveLength(3)
  expect(new Set((await scan('--cache', 'kept')).paths)).toEqual(new Set(['c.py']))
})

test('a terminal shows how far it is; a log of a build has no line of that', async () => {
  const onTerminal = await gatehouseOn({ isTTY: true }, 'fix', 'app', '--dry-run', ...OWN)
  expect(onTerminal.err).toMatch(/\r\u001b\[2K[█░]+ \d+ %  \d+\/\d+ files? of /)
  expect(onTerminal.err).toContain('1 finding can be fixed in 1 file.')
  const inLog = await gatehouse('fix', 'app', '--dry-run', ...OWN)
  expect(inLog.err).not.toMatch(/[\r█░]/)
  expect(inLog.out).toBe(onTerminal.out)
})

test('--full also fixes findings whose rules have no fix', async () => {
  const dockerfile = 'FROM node:22.11.0\nCOPY app.js /app.js\nRUN sudo chmod 777 /app.js\nCMD ["node", "/app.js"]\n'
  put('full/Dockerfile', dockerfile)
  put('full/a.py', 'import hashlib\nimport requests\n\nhashlib.md5(data)\nrequests.get(u, verify=False)\n')
  const dry = await gatehouse('fix', 'full', '--full', '--dry-run')
  expect([dry.code, read('full/Dockerfile')]).toEqual([0, dockerfile])
  expect(dry.out).toContain('+hashlib.sha256(data)\n+requests.get(u, verify=True, timeout=30)\n')
  const { code, out, err } = await gatehouse('fix', 'full', '--full')
  expect([code, read('full/a.py')]).toEqual([
    0,
    'import hashlib\nimport requests\n\nhashlib.sha256(data)\nrequests.get(u, verify=True, timeout=30)\n',
  ])
  expect(read('full/Dockerfile')).toBe(
    'FROM node:22.11.0\nCOPY app.js /app.js\nRUN chmod u=rwX,go=rX /app.js\nUSER 10001:10001\nCMD ["node", "/app.js"]\n',
  )
  expect(out).toContain('Dockerfile:3 iac/docker-sudo fixed: Remove sudo: build steps run as root before USER.')
  expect(err).toContain('a.py:4 sast/python-weak-hash needs review: Stored digests no longer match.')
  expect(err).toContain('Dockerfile:1 iac/docker-image-without-digest not fixed: No automatic fix exists')
  expect((await gatehouse('fix', 'full', '--full', ...OWN)).err).toContain('--full uses the built-in rules')
})
