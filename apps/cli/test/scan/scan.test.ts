import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPrograms } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'

/** In parts, so that scanners do not report this file as a leak. */
const KEY_ID = ['AKIA', 'Q3EGRIJ7', 'Z4XN2VPL'].join('')
const TOKEN = ['glpat', 'xQ7vR2mK9wLpT4zNcB8d'].join('-')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scan-cli-'))
  put('src/settings.ts', `export const region = 'eu'\nexport const accessKeyId = '${KEY_ID}'\n`)
  put('README.md', 'Nothing to see.\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function scan(...args: string[]) {
  let [out, err] = ['', '']
  const io: Io = {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    untilStopped: () => new Promise(() => undefined),
  }
  return { code: await run(['scan', ...args], io), out, err }
}
interface Report {
  readonly findings: readonly {
    ruleId: string
    filePath: string
    startLine: number
    fingerprint: string
    isNew?: boolean
  }[]
  readonly filesScanned: number
  readonly gaps: readonly { detail: string; scanner: string }[]
}
const report = async (...args: string[]): Promise<Report> =>
  JSON.parse((await scan(...args, '--format', 'json')).out) as Report

describe('a folder', () => {
  test('with large files gives the same findings with any number of threads', async () => {
    const line = 'the quick brown fox jumps over the lazy dog, once more and again\n'
    for (let at = 0; at < 9; at += 1) put(`log-${at}.txt`, line.repeat(Math.ceil((8 * 1024 * 1024) / line.length)))
    put('z/last.ts', `export const accessKeyId = '${KEY_ID}'\n`)
    const places = async (count: string) =>
      (await report('--type', 'SECRETS_ONLY', '--threads', count)).findings.map((finding) => [
        finding.filePath,
        finding.fingerprint,
      ])
    const items = await places('1')
    expect(items.map(([path]) => path)).toEqual(['src/settings.ts', 'z/last.ts'])
    expect(await places('2')).toEqual(items)
    expect((await scan('--threads', '0')).err).toContain('Allowed: a whole number of at least 1.')
  }, 30_000)

  test('with a key fails, reports its location and never prints the key', async () => {
    const { code, out } = await scan()
    expect(code).toBe(1)
    expect(out).toContain('src/settings.ts:2')
    expect(out).not.toContain(KEY_ID)
    expect((await scan('--format', 'json')).out + (await scan('--format', 'sarif')).out).not.toContain(KEY_ID)
  })

  test('reports the path class in JSON and SARIF', async () => {
    interface Json {
      readonly findings: readonly { readonly metadata: { readonly pathClass: string } }[]
    }
    put('tests/settings.test.ts', readFileSync(join(folder, 'src/settings.ts'), 'utf8'))
    const { findings } = JSON.parse((await scan('--format', 'json')).out) as Json
    expect(findings.map(({ metadata }) => metadata.pathClass)).toEqual(['production', 'test'])
    interface Sarif {
      readonly runs: readonly [{ readonly results: readonly { readonly properties: object }[] }]
    }
    const { runs } = JSON.parse((await scan('--format', 'sarif')).out) as Sarif
    expect(runs[0].results).toMatchObject([
      { properties: { pathClass: 'production' } },
      { properties: { pathClass: 'test' } },
    ])
  })

  test('fails the gate for an example that production code imports', async () => {
    const args = ['--type', 'SAST_ONLY', '--gate', '0,0,-1,-1']
    put(
      'demo/run.js',
      "const cp = require('child_process')\nmodule.exports = (req) => cp.exec('ls ' + req.query.a)\n" +
        "require('express')().get('/', (req, res) => { cp.exec('ls ' + req.query.a) })\n",
    )
    put('test/a.js', "require('../demo/run')\n")
    expect((await scan(...args)).code).toBe(0)
    put('src/server.js', "require('../demo/run')\n")
    const { code, out } = await scan(...args)
    expect([code, out]).toEqual([1, expect.stringContaining('Build gate: FAILED')])
  })

  test('without a key passes', async () => {
    rmSync(join(folder, 'src'), { recursive: true })
    expect(await scan()).toMatchObject({ code: 0, out: expect.stringMatching(/^No findings in 1 file,/) })
  })

  test('is scanned without ignored files, which are reported; --all includes them', async () => {
    put('.gitignore', 'build/\n*.log\n')
    put('build/out.js', `const token = '${TOKEN}'`)
    put('lib/.gitignore', '!kept.log\n')
    put('lib/kept.log', `token ${TOKEN}`)
    const found = await report()
    expect(found.findings.map(({ filePath }) => filePath)).toEqual(['lib/kept.log', 'src/settings.ts'])
    expect(found.gaps.map(({ detail }) => detail)).toEqual([
      '1 file or folder was excluded by ignore rules.',
      // A FULL scan includes two scanners that this version does not have, here as in the service.
      'The scanner CONTAINER did not run: this version does not include it.',
      'The scanner ZERO_DAY did not run: this version does not include it.',
    ])
    const code = await report('--type', 'SAST_ONLY')
    expect(code.gaps).toMatchObject([{ scanner: 'SAST_PATTERN', reason: 'skipped' }])
    expect((await report('--all')).findings).toHaveLength(3)
  })

  test('that does not exist, and an invalid archive, are single-line errors', async () => {
    expect(await scan('nowhere')).toMatchObject({ code: 2, err: 'gatehouse: File or folder not found: nowhere.\n' })
    expect(await scan('README.md')).toMatchObject({ code: 2, err: expect.stringContaining('not an archive') })
  })
})

test('a scan that left out source code or a lock file is not a pass', async () => {
  rmSync(join(folder, 'src'), { recursive: true })
  put('a.py', 'x = 1\n')
  expect((await scan()).code).toBe(0)
  put('b.js', 'f(1)\n'.repeat(1_000_000))
  expect(await scan()).toMatchObject({ code: 2, out: expect.stringContaining('b.js') })
  rmSync(join(folder, 'b.js'))
  put('package-lock.json', '{"lockfileVersion":3,')
  expect(await scan('--fail-on', 'none')).toMatchObject({ code: 2, out: expect.stringContaining('package-lock.json') })
})

test('--fail-on sets the failing severities', async () => {
  expect((await scan('--fail-on', 'none')).code).toBe(0)
  expect((await scan('--fail-on', 'low,CRITICAL,high,medium')).code).toBe(1)
  expect(await scan('--fail-on', 'worst')).toMatchObject({ code: 2, err: expect.stringContaining('worst') })
})

describe('a baseline', () => {
  test('accepts known findings, also after a move, and no new findings', async () => {
    await scan('--write-baseline', 'base.json')
    expect(readFileSync(join(folder, 'base.json'), 'utf8')).not.toContain(KEY_ID)
    expect((await scan('--baseline', 'base.json')).code).toBe(0)
    const [before] = (await report()).findings
    renameSync(join(folder, 'src/settings.ts'), join(folder, 'src/moved.ts'))
    put('src/moved.ts', `\n\n// moved\n${readFileSync(join(folder, 'src/moved.ts'), 'utf8')}`)
    const [after] = (await report('--baseline', 'base.json')).findings
    expect(after).toMatchObject({ filePath: 'src/moved.ts', fingerprint: before!.fingerprint, isNew: false })
    put('src/other.ts', `const token = '${TOKEN}'\n`)
    expect((await scan('--baseline', 'base.json')).code).toBe(1)
  })

  test('with a key does not hide another key at the same location', async () => {
    await scan('--write-baseline', 'base.json')
    put(
      'src/settings.ts',
      `export const region = 'eu'\nexport const accessKeyId = '${KEY_ID.replace('Q3EG', 'W7HT')}'\n`,
    )
    expect((await scan('--baseline', 'base.json')).code).toBe(1)
  })

  test('with an invalid format is rejected', async () => {
    put('base.json', '{"version": 2}')
    expect(await scan('--baseline', 'base.json')).toMatchObject({ code: 2, err: expect.stringContaining('base.json') })
  })
})

test.skipIf(!hasPrograms('tar'))('a tar archive produces the same findings as its folder', async () => {
  const { findings } = await report()
  execFileSync('tar', ['-czf', 'all.tgz', 'src', 'README.md'], { cwd: folder })
  expect((await report('all.tgz')).findings).toEqual(findings)
})

test('a report is written to a file', async () => {
  const { out } = await scan('--format', 'sarif', '--output', 'out.sarif')
  expect(out).toBe('')
  const { runs } = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8')) as { runs: { results: object[] }[] }
  expect(runs[0]!.results).toHaveLength(1)
})

test('on a terminal the scan shows progress and clears it at the end', async () => {
  let message = ''
  const io: Io = {
    env: {},
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: () => true },
    stderr: { write: (text) => (message += text), isTTY: true },
    untilStopped: () => new Promise(() => undefined),
  }
  await run(['scan'], io)
  expect(message).toMatch(/3 files/)
  expect(message.endsWith('\u001b[2K')).toBe(true)
})
