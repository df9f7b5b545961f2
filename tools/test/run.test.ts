import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { tree } from './tree.ts'

const TOOLS = join(import.meta.dirname, '..')
/** Each test starts npm once or twice. */
const SLOW_ms = 60_000

const LOCK = { name: 'sample', version: '1.0.0', lockfileVersion: 3, requires: true }

/** Creates a repository with our launchers, one workspace to link, and a command that reports the result. */
function sample(main: string, dependencies: Readonly<Record<string, string>> = {}): string {
  const manifest = { name: 'sample', version: '1.0.0', type: 'module', workspaces: ['packages/*'], dependencies }
  const item = { name: 'one', version: '1.0.0' }
  const locked = Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version }])
  const packages = {
    '': manifest,
    ...Object.fromEntries(locked),
    'node_modules/one': { resolved: 'packages/one', link: true },
    'packages/one': item,
  }
  const root = tree({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({ ...LOCK, packages }),
    'packages/one/package.json': JSON.stringify(item),
    'apps/cli/src/main.ts': main,
    'tools/gen.ts': `process.stdout.write('generated')`,
  })
  const launchers = readdirSync(TOOLS).filter((name) => name.endsWith('.mjs'))
  for (const name of launchers) copyFileSync(join(TOOLS, name), join(root, 'tools', name))
  mkdirSync(join(root, 'bin'))
  copyFileSync(join(TOOLS, '../bin/gatehouse.mjs'), join(root, 'bin/gatehouse.mjs'))
  return root
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function start(root: string, args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, npm_config_cache: join(root, 'cache'), ...options.env }
  const child = spawn(process.execPath, args, { cwd: options.cwd ?? root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  const says = async (word: string): Promise<void> => {
    while (!out.includes(word) && child.exitCode === null) await sleep(20)
  }
  return { child, ended, says }
}

const STAYS = `
process.on('SIGTERM', () => { process.stdout.write('stopping '); setTimeout(() => { process.stdout.write('stopped'); process.exit(3) }, 100) })
process.on('SIGINT', () => { process.stdout.write('interrupted'); process.exit(4) })
setInterval(() => {}, 1000)
process.stdout.write('up ')`

describe('npm scripts', () => {
  test('install first, then run; the second time only run', { timeout: SLOW_ms }, async () => {
    const root = sample('')
    const first = await start(root, ['tools/run.mjs', 'gen']).ended
    expect(first).toMatchObject({ code: 0, out: 'generated' })
    expect(first.err).toMatch(/^Installing \d+ packages\. The first time takes/)
    expect(await start(root, ['tools/run.mjs', 'gen']).ended).toEqual({ code: 0, out: 'generated', err: '' })
    expect(existsSync(join(root, 'node_modules/one'))).toBe(true)
    expect(existsSync(join(root, '.install.lock'))).toBe(false)
  })

  test('that start concurrently install a single time', { timeout: SLOW_ms }, async () => {
    const root = sample('')
    const all = await Promise.all([1, 2, 3].map(() => start(root, ['tools/run.mjs', 'gen']).ended))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(all.filter(({ err }) => err.includes('Installed in'))).toHaveLength(1)
  })

  test('report an unreachable registry with a single-line error', { timeout: SLOW_ms }, async () => {
    const root = sample('', { 'not-there': '1.0.0' })
    const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
    const { code, err } = await start(root, ['tools/run.mjs', 'gen'], { env }).ended
    expect(code).toBe(1)
    expect(err).toMatch(/\ngatehouse: .*the npm registry cannot be reached \(ECONNREFUSED\)\. Check the network.*\n$/)
  })

  test('list the available tasks', async () => {
    const { code, err } = await start(sample(''), ['tools/run.mjs', 'toString']).ended
    expect(code).toBe(1)
    expect(err).toMatch(/^gatehouse: there is no task "toString"\. The tasks are: start, test, .*\n$/)
  })

  test.each([
    ['SIGTERM', 'up stopping stopped', 3],
    ['SIGINT', 'up interrupted', 4],
  ] as const)(
    'forward %s a single time, and exit with the code of the command',
    { timeout: SLOW_ms },
    async (signal, text, code) => {
      const { child, ended, says } = start(sample(STAYS), ['tools/run.mjs', 'start'])
      await says('up ')
      child.kill(signal)
      child.kill(signal)
      expect(await ended).toMatchObject({ code, out: text })
    },
  )
})

test('the command receives its arguments and the working folder of the caller', { timeout: SLOW_ms }, async () => {
  const root = sample(
    `process.stdout.write(JSON.stringify([process.argv.slice(2), process.cwd()])); process.exitCode = 7`,
  )
  const { code, out } = await start(root, [join(root, 'bin/gatehouse.mjs'), 'guard', 'a b'], {
    cwd: join(root, 'apps'),
  }).ended
  expect(code).toBe(7)
  expect(JSON.parse(out)).toEqual([['guard', 'a b'], join(root, 'apps')])
})
