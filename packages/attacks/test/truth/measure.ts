import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RunTarget } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { type AgentSpec, startAgent, startToolServer } from '@gatehouse/testkit/agents'
import { allCategories } from '../../src/categories.gen.ts'
import { createContentServer } from '../../src/content/content-server.ts'
import type { Category } from '../../src/engine/category.ts'
import { createRandom } from '../../src/engine/random.ts'
import type { Strategy } from '../../src/engine/strategy.ts'
import { memoryJournal } from '../../src/run/attempt.ts'
import { runAttacks, type RunOutcome } from '../../src/run/run-attacks.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { createTarget } from '../../src/targets/create-target.ts'
import { egressPort } from '../../src/targets/port.ts'
import { type Compared, compare } from './compare.ts'

export interface MeasureOptions {
  readonly seed: string
  readonly categories?: readonly Category[]
  readonly strategies?: readonly Strategy[]
  readonly attacksPerCategory: number
  readonly adaptiveRounds: number
  readonly concurrency?: number
  /** Without the run's sink: waiting for late requests takes seconds. */
  readonly withoutSink?: true
  /** Of each answer, by its number. */
  readonly delay_ms?: (count: number) => number
}

/** Result of a run against an agent, and the agent's own record. */
export interface Measured {
  readonly agent: AgentSpec
  readonly compared: readonly Compared[]
  readonly outcome: RunOutcome
  /** Of the run's own pages, and of the agent: another port each time. */
  readonly origin: string
  readonly url: string
}

/** Long conversations are attacks as well. */
const STEPS_MAX = 24

/** Attacks an agent over HTTP, with pages and a sink, and compares the verdicts with the agent's record. */
export async function measure(spec: AgentSpec, options: MeasureOptions): Promise<Measured> {
  const content = createContentServer({ contentPath: '/c', sinkPath: '/s' })
  const pages = createServer((request, response) => void content.handle(request, response))
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const start = spec.toolServer === undefined ? startAgent : startToolServer
  const agent = await start(spec, { library: `${origin}/c`, origin })
  const egress = createEgress({ localMode: true })
  try {
    if (options.delay_ms !== undefined) agent.slow(options.delay_ms)
    const random = createRandom(options.seed)
    const config = RunTarget.parse(agent.target)
    const target = createTarget(config, {
      http: egressPort(egress),
      random,
      alsoCan: spec.readsPages ? ['content', ...(options.withoutSink ? [] : (['sink'] as const))] : [],
    })
    const outcome = await runAttacks(
      {
        categories: options.categories ?? allCategories,
        strategies: options.strategies ?? allStrategies,
        random,
        words: {
          runKey: `key of ${options.seed}`,
          sinkUrl: options.withoutSink ? undefined : `${origin}/s`,
          contentUrl: `${origin}/c`,
        },
        can: target.can,
        adaptiveRounds: options.adaptiveRounds,
        maxAttacksPerCategory: Math.min(options.attacksPerCategory, spec.attacks ?? options.attacksPerCategory),
        strategiesPerRound: 8,
        maxMultiTurnSteps: STEPS_MAX,
        target,
        targetCanaries: config.canaries ?? [],
        systemPrompt: config.systemPrompt,
        allowedTools: config.allowedTools,
        customAttacks: [],
        repeats: 1,
        concurrency: spec.isAlone ? 1 : (options.concurrency ?? 8),
        maxRequests: undefined,
        judgeConfidenceThreshold: 0.7,
      },
      {
        journal: memoryJournal(),
        clock: systemClock,
        signal: new AbortController().signal,
        // Without a sink there is no wait for late requests.
        content: options.withoutSink ? { serve: content.serve, withdraw: content.withdraw } : content,
        ...(target.probe === undefined ? {} : { probe: target.probe }),
      },
    )
    return { agent: spec, outcome, origin, url: agent.url, compared: compare(outcome.records, agent.ledger, spec) }
  } finally {
    await egress.close()
    await agent.close()
    pages.closeAllConnections()
    pages.close()
  }
}
