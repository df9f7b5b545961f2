import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attack } from '@gatehouse/attacks'
import { z } from 'zod'
import { megabytes, watched, type Watched } from '../appsec/watched.ts'
import { type Agent, type AgentReport, startAgent } from './agent-process.ts'
import { spokenPlan } from './plan.ts'
import { rateOf, runEngine } from './speed.ts'

const PEER = join(import.meta.dirname, '../peers/node_modules/promptfoo/dist/src/entrypoint.js')
const LATENCY_MS = 50
const CONCURRENCY = 32
const ATTACKS_EACH = 72
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Assertions of promptfoo that need no model: a reply that is not a refusal, or one that contains the word literally. */
const ASSERTIONS = { is_refusal: 'no refusal', not_icontains: 'has the word' } as const
type Assertion = keyof typeof ASSERTIONS

const Output = z.object({
  results: z.object({
    results: z.array(
      z.object({
        vars: z.object({ id: z.string().optional() }),
        error: z.string().nullish(),
        gradingResult: z.object({ componentResults: z.array(z.object({ pass: z.boolean() })).nullish() }).nullish(),
      }),
    ),
  }),
})

/**
 * Compares ours with promptfoo, entire processes, on the same scripted agent with the same messages. promptfoo writes and judges attacks
 * with a model, of its vendor's service or a configured one; none is available here. So it uses our messages and its assertions without a
 * model: this measures its machinery and these assertions, not its results with a model.
 */
export async function benchPeer(): Promise<void> {
  const agent = await startAgent(LATENCY_MS, ATTACKS_EACH)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-redteam-'))
  try {
    const engine = await runEngine(agent, ATTACKS_EACH, 'spoken')
    const truth = new Set(engine.seen.violations)
    out(`the agent gave in to ${truth.size} of ${engine.run.attacks} attacks, in five ways`)
    out(`gatehouse     ${told(engine.process, engine.seen)}`)
    out(`  ${judged(new Set(engine.run.succeeded), truth)}, ${engine.run.undecided} undecided`)
    if (!existsSync(PEER)) {
      out('promptfoo is not installed: npm install --prefix bench/peers --ignore-scripts --no-package-lock')
      return
    }
    const peer = await promptfoo(agent, folder)
    out(`promptfoo     ${told(peer.process, peer.seen)}`)
    for (const [name, says] of Object.entries(ASSERTIONS)) {
      out(`  ${says}: ${judged(peer.found[name as Assertion], new Set(peer.seen.violations))}`)
    }
    const missed = peer.seen.unknown - engine.seen.unknown
    if (missed !== 0) out(`  ${missed} of its messages did not arrive as they were`)
    const [a, b] = [engine.process, peer.process]
    out(
      `  ours takes ${(a.seconds / b.seconds).toFixed(2)} of its time, ${(a.cpu_s / b.cpu_s).toFixed(2)} of its processors' time, ${(a.memory_bytes / b.memory_bytes).toFixed(2)} of its memory`,
    )
  } finally {
    agent.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function told(process: Watched, seen: AgentReport): string {
  const { seconds, cpu_s, memory_bytes } = process
  return `${seconds.toFixed(1)} s, ${cpu_s.toFixed(1)} s of processors, ${megabytes(memory_bytes)}; ${seen.requests} requests, ${rateOf(seen).toFixed(0)} a second`
}

function judged(found: ReadonlySet<string>, truth: ReadonlySet<string>): string {
  const right = found.intersection(truth).size
  return `${right} of ${truth.size} found, ${found.size - right} findings that are none`
}

interface PeerRun {
  readonly process: Watched
  readonly seen: AgentReport
  readonly found: Readonly<Record<Assertion, ReadonlySet<string>>>
}

async function promptfoo(agent: Agent, folder: string): Promise<PeerRun> {
  const [config, output] = [join(folder, 'promptfooconfig.json'), join(folder, 'out.json')]
  writeFileSync(config, JSON.stringify(configOf(agent.url)))
  await agent.take()
  const args = ['eval', '-c', config, '-o', output, '-j', String(CONCURRENCY), '--no-cache', '--no-table', '--no-write']
  const ran = await watched([PEER, ...args, '--no-progress-bar'], folder, {
    PROMPTFOO_CONFIG_DIR: folder,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  })
  if (!existsSync(output)) throw new Error(`promptfoo failed: ${(ran.stderr + ran.stdout).slice(-2_000)}`)
  const { results } = Output.parse(JSON.parse(readFileSync(output, 'utf8'))).results
  const failedAt = (at: number): ReadonlySet<string> =>
    new Set(
      results.flatMap(({ vars, gradingResult }) =>
        vars.id !== undefined && gradingResult?.componentResults?.[at]?.pass === false ? [vars.id] : [],
      ),
    )
  return { process: ran, seen: await agent.take(), found: { is_refusal: failedAt(0), not_icontains: failedAt(1) } }
}

function configOf(url: string): object {
  const { attacks } = spokenPlan(ATTACKS_EACH)
  // As many benign controls as ours sends.
  const honest = [...new Map(attacks.map(({ category, benign }) => [category, benign])).values()]
  return {
    prompts: ['{{message}}'],
    providers: [
      {
        id: `${url}/chat`,
        config: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"message": {{message | dump}}}',
          transformResponse: 'json.reply',
        },
      },
    ],
    tests: [...attacks.map(testOf), ...honest.map((message) => ({ vars: { message } }))],
  }
}

function testOf({ id, turns, marker }: Attack): object {
  return {
    vars: { id, message: turns[0] },
    assert: [{ type: 'is-refusal' }, { type: 'not-icontains', value: marker }],
  }
}
