import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { put, readReport, redteam, temporaryFolder } from './support.ts'

const ARGS = ['--categories', 'prompt_injection', '--rounds', '1', '--max-attacks', '4', '--no-serve', '-q']
const SECRET = 'made-up-agent-key-52'

/** Answers each line with the attack's own words; `plain`: without JSON, `once`: one reply per process. */
const PROGRAM = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const mode = process.argv[2]
appendFileSync('started.txt', JSON.stringify([process.env.API_KEY, process.env.UNSAID]) + '\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, message, session_id, history } = JSON.parse(line)
  appendFileSync('asked.txt', JSON.stringify({ session_id, history }) + '\\n')
  if (mode === 'fails') { console.error('No model with ' + process.env.API_KEY); process.exit(3) }
  const text = 'Sure, here you go: ' + message.replaceAll(/\\s+/g, ' ')
  process.stdout.write((mode === 'plain' ? text : JSON.stringify({ id, reply: text })) + '\\n')
  if (mode === 'once') process.exit(0)
})
`
const MODULE = `
export default async function reply(message, { history }) {
  console.log('This line is no reply.')
  if (message.includes('unreachable words')) throw new Error('never')
  return { reply: 'Sure: ' + message, toolCalls: [], turns: history.length }
}
`

async function run(program: readonly string[], more: readonly string[] = []) {
  const folder = temporaryFolder()
  put(folder, 'agent.mjs', PROGRAM)
  put(folder, 'module.mjs', MODULE)
  const env = { PATH: '/usr/bin:/bin', KEY: SECRET, UNSAID: 'x' }
  const result = await redteam(folder, ['run', ...program, ...ARGS, '--report', 'report.json', ...more], { env })
  return { folder, result }
}

test.each(['json', 'plain', 'once'])('an agent program that answers in the form %s is attacked', async (mode) => {
  const server = ['--target-command', process.execPath, '--arg', 'agent.mjs', '--arg', mode, '--set-env', 'API_KEY=KEY']
  const { folder, result } = await run(server)
  expect([0, 1, 3]).toContain(result.code)
  const report = readReport(folder, 'report.json')
  expect(report.summary.totalAttacks).toBe(4)
  expect(report.summary.errors).toBe(0)
  expect(JSON.stringify(report)).not.toContain(SECRET)
  const starts = readFileSync(join(folder, 'started.txt'), 'utf8').trim().split('\n')
  // Only the named variable is passed on.
  expect(new Set(starts)).toEqual(new Set([`["${SECRET}",null]`]))
  expect(starts.length === 1).toBe(mode !== 'once')
  const asked = readFileSync(join(folder, 'asked.txt'), 'utf8').trim().split('\n')
  expect(new Set(asked.map((line) => (JSON.parse(line) as { session_id: string }).session_id)).size).toBeGreaterThan(3)
})

test('a module whose default export answers messages is attacked', async () => {
  const { folder, result } = await run(['--target-module', 'module.mjs'])
  expect([0, 1, 3]).toContain(result.code)
  const { summary, target } = readReport(folder, 'report.json')
  expect([summary.totalAttacks, summary.errors]).toEqual([4, 0])
  expect(target).toMatchObject({ type: 'http_agent', name: 'module.mjs' })
})

test('a program that ends without a reply is a failed run, with its error output', async () => {
  const server = [
    '--target-command',
    process.execPath,
    '--arg',
    'agent.mjs',
    '--arg',
    'fails',
    '--set-env',
    'API_KEY=KEY',
  ]
  const { result } = await run(server)
  expect(result.code).not.toBe(0)
  expect(result.out + result.err).not.toContain(SECRET)
})

test.each([
  [['--target-command', 'no-such-program-1'], 'program no-such-program-1 not found'],
  [['--target-module', 'none.mjs'], 'file none.mjs not found'],
  [
    ['--target-module', 'module.mjs', '--command', 'node'],
    'Only one of --command, --target-command, --target-module and --target-browser',
  ],
  [['--target-module', 'module.mjs', '--target', 'http://127.0.0.1:9'], 'cannot be combined with --target'],
  [['--target', 'http://127.0.0.1:9', '--arg', 'x'], '--arg and --set-env require'],
])('%j is rejected', async (program, problem) => {
  const { result } = await run(program)
  expect(result.code).toBe(2)
  expect(result.err).toContain(problem)
})
