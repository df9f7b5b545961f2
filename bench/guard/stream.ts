import {
  allGuards,
  BUILTIN_DEFAULTS,
  type CompiledPolicy,
  compilePolicy,
  createRegistry,
  localWindows,
  resolveBlock,
  runPolicy,
  screenStream,
} from '@gatehouse/guards'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import { systemClock } from '@gatehouse/kernel'
import { PROSE } from './texts.ts'

/** Approximate size of a model's event. */
const PIECE_CHARS = 4
const CHARS_PER_ROW = 4_000_000
const RUNS_MIN = 8
/** A stream of 100 tokens a second. */
const STREAM_CHARS_PER_S = 400
/** 500 parallel streams on two cores: maximum cost of one character if the guards use a fifth of a core. */
const US_PER_CHAR_MAX = (1e6 * 0.2) / (250 * STREAM_CHARS_PER_S)

const POLICIES: readonly (readonly [name: string, block: GuardBlock])[] = [
  ['by default', BUILTIN_DEFAULTS.output],
  ['with words and a prompt', { ...BUILTIN_DEFAULTS.output, ...words() }],
  ['with a medium guard', { ...BUILTIN_DEFAULTS.output, tone_enforcement: { enabled: true, action: 'block' } }],
]

/** Prints the cost of streams compared with one run of the guards over the full text, by policy and length. */
export async function printStreams(): Promise<void> {
  const lines = [
    'streams, pieces of 4 characters          µs/160 chars   times one run   first text after   streams a core',
  ]
  for (const [name, block] of POLICIES) {
    for (const chars of [1_000, 10_000, 100_000]) lines.push(await row(name, policyOf(block), chars))
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

async function row(name: string, policy: CompiledPolicy, chars: number): Promise<string> {
  const text = PROSE.slice(0, chars)
  const pieces = text.match(new RegExp(`[^]{1,${PIECE_CHARS}}`, 'g')) ?? []
  const runs = Math.max(RUNS_MIN, Math.ceil(CHARS_PER_ROW / chars))
  let streamed = 0
  let single = 0
  let first = 0
  for (let run = -Math.ceil(runs / 4); run < runs; run += 1) {
    const from = cpu_ms()
    first = await stream(policy, pieces)
    const between = cpu_ms()
    await runPolicy(policy, { text }, context)
    if (run < 0) continue
    streamed += (between - from) / runs
    single += (cpu_ms() - between) / runs
  }
  const us = (streamed * 1_000) / chars
  return [
    `  ${name.padEnd(25)}${`${chars / 1_000} k`.padStart(7)}`,
    (us * 160).toFixed(1).padStart(19),
    (streamed / single).toFixed(1).padStart(16),
    `${first} chars`.padStart(19),
    Math.floor(1e6 / (us * STREAM_CHARS_PER_S))
      .toString()
      .padStart(17),
    `   ${us <= US_PER_CHAR_MAX ? 'holds' : 'MISSED'}: at most ${US_PER_CHAR_MAX} µs a character`,
  ].join('')
}

/** CPU time, not wall clock time: other load is not counted. */
function cpu_ms(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** @returns number of received characters when the first one was sent */
async function stream(policy: CompiledPolicy, pieces: readonly string[]): Promise<number> {
  const screen = screenStream(policy, context)
  let received = 0
  let first = 0
  for (const piece of pieces) {
    received += piece.length
    const step = screen.push('content', piece)
    const { released, blocked } = step instanceof Promise ? await step : step
    if (blocked !== undefined) throw new Error('the stream that is timed must pass')
    if (first === 0 && released.length > 0) first = received
  }
  await screen.finish()
  return first
}

function words(): GuardBlock {
  return {
    competitor_mention: {
      enabled: true,
      action: 'block',
      settings: { competitors: ['Globex', 'Initech', 'Umbrella'] },
    },
    system_prompt_leak: {
      enabled: true,
      action: 'block',
      settings: {
        system_prompt: PROSE.slice(200_000, 202_000).toUpperCase().replaceAll('E', 'X'),
        canaries: ['ZX-77-HERON'],
      },
    },
  }
}

function policyOf(block: GuardBlock): CompiledPolicy {
  return compilePolicy(resolveBlock({ builtin: {}, configured: {} }, undefined, block), {
    stage: 'output',
    mode: 'enforce',
    registry: createRegistry(allGuards),
    ports: { windows: localWindows(systemClock) },
    path: ['output'],
  })
}

const context = {
  tenantId: 'bench',
  stage: 'output',
  agentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
  prompt: undefined,
  contextDocs: [],
  clock: systemClock,
} as const
