import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { put, readReport, redteam, temporaryFolder } from './support.ts'

/** Minimal stdio MCP server: reads files at any path, or none with `--fixed`. It records its start and its environment. */
const SERVER = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const isFixed = process.argv.includes('--fixed')
appendFileSync('started.txt', JSON.stringify([process.env.API_KEY, process.env.UNSAID]) + '\\n')
const tools = [{
  name: 'read_file',
  description: 'Reads a file of the folder.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}]
const call = ({ arguments: { path } }) => {
  if (isFixed && !/^[a-z]+\\.txt$/.test(path)) return { isError: true, content: [{ type: 'text', text: 'No such file.' }] }
  const outside = path.includes('/passwd') ? 'root:x:0:0:root:/root:/bin/sh daemon:x:1:1:daemon:/:/usr/sbin/nologin' : ''
  return { content: [{ type: 'text', text: outside + ' with key ' + process.env.API_KEY }] }
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const says = { initialize: () => ({
    protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' },
  }), 'tools/list': () => ({ tools }), 'tools/call': () => call(params) }
  const answer = says[method] === undefined
    ? { error: { code: -32601, message: 'Method not found' } }
    : { result: says[method]() }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
})
`
const SECRET = 'made-up-tool-key-51'
const ARGS = [
  '--categories',
  'path_traversal,mcp_missing_auth',
  '--rounds',
  '1',
  '--max-attacks',
  '6',
  '--seed',
  'tool process',
  '--no-serve',
  '-q',
]

proves(
  'redteam:target.no-commands',
  'a local tool server is started once by the command line, and attacked like a remote one',
  async () => {
    const folder = temporaryFolder()
    put(folder, 'server.mjs', SERVER)
    const env = { PATH: '/usr/bin:/bin', KEY: SECRET, UNSAID: 'x' }
    const server = ['--command', process.execPath, '--arg', 'server.mjs', '--set-env', 'API_KEY=KEY']
    const run = await redteam(
      folder,
      ['run', ...server, ...ARGS, '--categories', 'path_traversal', '--report', 'report.json'],
      { env },
    )
    expect([run.code, run.err]).toEqual([1, ''])
    const report = readReport(folder)
    expect(report.target).toMatchObject({ type: 'mcp', auth: { token: '***' } })
    expect(report.summary.byCategory['path_traversal']?.errors).toBe(0)
    // One process for the entire run, with only the configured environment.
    expect(readFileSync(join(folder, 'started.txt'), 'utf8')).toBe(`["${SECRET}",null]\n`)
    expect(JSON.stringify(report)).not.toContain(SECRET)
    expect((await redteam(folder, ['replay', 'report.json', ...server, '-q'], { env })).code).toBe(1)
    const fixed = await redteam(folder, ['replay', 'report.json', ...server, '--arg', '--fixed', '-q'], { env })
    expect([fixed.code, fixed.out]).toEqual([0, expect.stringContaining('fixed')])
  },
)

test('an invalid program or option is a usage error, and an early exit does not pass', async () => {
  const folder = temporaryFolder()
  const env = { PATH: '/usr/bin:/bin' }
  for (const [args, reason] of [
    [['--command', 'no-such-program-here'], 'not found'],
    [['--command', process.execPath, '-t', 'http://127.0.0.1:9/'], '--command cannot be combined'],
    [['-t', 'http://127.0.0.1:9/', '--arg', 'x'], 'require --command'],
    [['--command', process.execPath, '--set-env', 'A=GONE'], 'GONE is not set'],
  ] as const) {
    const { code, err } = await redteam(folder, ['run', ...args, ...ARGS], { env })
    expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  }
  put(folder, 'ends.mjs', 'process.exit(1)')
  const ended = await redteam(folder, ['run', '--command', process.execPath, '--arg', 'ends.mjs', ...ARGS], { env })
  expect(ended.code).toBe(3)
})
