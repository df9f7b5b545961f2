// One run of the engine against an agent over HTTP, in a separate process: reports findings and duration.
import {
  allCategories,
  createRandom,
  createTarget,
  egressPort,
  type HttpPort,
  memoryJournal,
  runAttacks,
} from '@gatehouse/attacks'
import { buildReport } from '@gatehouse/attacks/reports'
import { RunTarget } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { quantile } from '../lib/statistics.ts'
import { planOf, spokenPlan } from './plan.ts'

/** Report of a run. */
export interface EngineRun {
  readonly seconds: number
  readonly report_s: number
  readonly attacks: number
  readonly requests: number
  readonly score: number
  /** Ids of attacks by verdict. */
  readonly succeeded: readonly string[]
  readonly undecided: number
  /** Median time between the end of an answer and the next request: the engine's overhead. */
  readonly pause_ms: number
}

const [url = '', attacksEach = '0', concurrency = '32', kind = 'spoken'] = process.argv.slice(2)
const plan = kind === 'spoken' ? spokenPlan(Number(attacksEach)).plan : planOf(allCategories, Number(attacksEach))
const egress = createEgress({ localMode: true })
const config = RunTarget.parse({ baseUrl: url, agentEndpoint: '/chat' })
const pauses_ms: number[] = []
const target = createTarget(config, { http: watched(egressPort(egress)), random: createRandom('bench') })

const from = performance.now()
const outcome = await runAttacks(
  {
    ...plan,
    target,
    targetCanaries: [],
    systemPrompt: undefined,
    allowedTools: undefined,
    customAttacks: [],
    repeats: 1,
    concurrency: Number(concurrency),
    maxRequests: undefined,
    judgeConfidenceThreshold: 0.7,
  },
  { journal: memoryJournal(), clock: systemClock, signal: new AbortController().signal },
)
const seconds = (performance.now() - from) / 1_000
const reporting = performance.now()
const report = buildReport(outcome, {
  runId: 'bench',
  timestamp: new Date(),
  targetUrl: url,
  target: {},
  config: {},
  seed: 'bench',
  categories: plan.categories,
  can: plan.can,
  runTarget: config,
  mask: (text) => text,
})
await egress.close()
const attacks = outcome.records.filter(({ attempt }) => attempt.kind === 'attack')
const of = (...verdicts: readonly string[]) => attacks.filter(({ judgement }) => verdicts.includes(judgement.verdict))
const engineRun: EngineRun = {
  seconds,
  report_s: (performance.now() - reporting) / 1_000,
  attacks: attacks.length,
  requests: outcome.requests,
  score: report.summary.score,
  succeeded: of('vulnerable', 'partial').map(({ attempt }) => attempt.attack.id),
  undecided: of('inconclusive', 'error').length,
  pause_ms: quantile(pauses_ms, 0.5),
}
process.stdout.write(JSON.stringify(engineRun))

/** Records how long a slot stays free after an answer. */
function watched(port: HttpPort): HttpPort {
  const free: number[] = []
  return {
    async send(request) {
      const since = free.shift()
      if (since !== undefined) pauses_ms.push(performance.now() - since)
      const { body, ...answer } = await port.send(request)
      return { ...answer, body: ended(body, () => free.push(performance.now())) }
    },
  }
}

async function* ended(body: AsyncIterable<Uint8Array>, tell: () => void): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* body
    return undefined
  } finally {
    tell()
  }
}
