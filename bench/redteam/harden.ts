/**
 * Hardens independent agents, and counts proofs that succeed before and behind the drafted policy:
 *   npm run bench:redteam:harden [-- --agents gym-weak,shell-weak] [--attacks 6]
 * The task is node --conditions=gatehouse bench/redteam/harden.ts. Agents are those of the families for development.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { FamilyAgent } from './families/family.ts'
import { supportBots } from './families/support-bots/index.ts'
import { toolAgents } from './families/tool-agents/index.ts'

/** Fields of the result that are printed. */
interface Hardened {
  readonly before: { readonly proofs: number; readonly succeeded: number }
  readonly after: { readonly succeeded: number; readonly blocked: number }
  readonly findings: readonly { readonly status: string }[]
  readonly rules: readonly { readonly id: string }[]
  readonly benign: { readonly sent: number; readonly blocked: readonly unknown[] }
}

const { values } = parseArgs({
  options: {
    agents: { type: 'string' },
    attacks: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'harden' },
  },
})
const COMMAND = resolve(import.meta.dirname, '../../bin/gatehouse.mjs')
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-harden-'))
const names = values.agents?.split(',')
const row = (cells: readonly unknown[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

row([
  'Agent',
  'Protocol',
  'Proofs before',
  'Open after',
  'Blocked after',
  'Findings blocked',
  'Benign blocked',
  'Rules',
])
row(['---', '---', '---:', '---:', '---:', '---:', '---:', '---'])
try {
  for (const agent of [...supportBots.agents, ...toolAgents.agents]) {
    const isChosen = names === undefined ? agent.weaknesses.length > 0 : names.includes(agent.name)
    if (!isChosen) continue
    const { before, after, findings, rules, benign } = await hardened(agent)
    const blocked = findings.filter(({ status }) => status === 'blocked').length
    const used = rules.map(({ id }) => id.slice(id.indexOf('.') + 1))
    const counts = [before.succeeded, after.succeeded, after.blocked, `${blocked} of ${findings.length}`]
    row([agent.name, agent.protocol, ...counts, `${benign.blocked.length} of ${benign.sent}`, used.join(', ') || '–'])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function hardened(agent: FamilyAgent): Promise<Hardened> {
  const port = await freePort()
  const running = await agent.start(port)
  const config = join(folder, `${agent.name}.json`)
  writeFileSync(config, JSON.stringify({ target: targetOf(agent, port) }))
  const sizes = ['--max-attacks', values.attacks, '--rounds', values.rounds, '--seed', values.seed]
  const args = ['redteam', 'harden', '-c', config, '--guard', join(folder, `${agent.name}.yaml`), ...sizes]
  try {
    return JSON.parse(await gatehouse([...args, '--json', '-q'])) as Hardened
  } finally {
    await running.close()
  }
}

/** Runs the command. Exit codes other than 2 are results. */
function gatehouse(args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [COMMAND, ...args], { maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) done(stdout)
      else fail(new Error(stderr, { cause: error }))
    })
  })
}

function targetOf({ protocol, name }: FamilyAgent, port: number): Readonly<Record<string, unknown>> {
  const url = `http://127.0.0.1:${port}`
  switch (protocol) {
    case 'chat':
      return { baseUrl: `${url}/chat`, session: { madeBy: 'client' } }
    case 'openai':
      return { type: 'openai', baseUrl: `${url}/v1`, model: 'demo' }
    case 'mcp':
      return { type: 'mcp', baseUrl: `${url}/mcp` }
    case 'a2a':
      return { type: 'a2a', name, baseUrl: `${url}/a2a/message` }
    default:
      return protocol satisfies never
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise<void>((done) => server.close(() => done()))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
