import { startEffort } from '@gatehouse/testkit'
import { systemClock } from '@gatehouse/kernel'
import { type CompiledPolicy, compilePolicy } from '../../src/engine/compile.ts'
import type { AnyGuard } from '../../src/engine/guard.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { resolveBlock } from '../../src/engine/resolve.ts'
import { runPolicy, type StageVerdict } from '../../src/engine/run.ts'
import { allGuards } from '../../src/guards.gen.ts'
import { localWindows } from '../../src/local-windows.ts'
import { createTexts } from './texts.ts'

/** Base time limit of one check: generous, since a busy machine is no defect, and far below anything worse than linear. */
const BASE_MS = 25
const MS_PER_KCHAR = 6

/** Number of attempts for a slow check: only a check that is slow every time is an outlier. */
const TRIES = 4

/** A violated invariant for a text. */
export interface Misbehaviour {
  readonly guard: string
  readonly what: string
  readonly made: string
  /** Enough to find it again with the seed. */
  readonly text: string
}

export interface FuzzReport {
  readonly texts: number
  readonly checks: number
  readonly slowest_ms: number
  readonly found: readonly Misbehaviour[]
}

const SHOWN_CHARS = 200
const FOUND_MAX = 20

/**
 * Runs every guard, with the settings of each of its examples in turn, on generated texts. A guard must return the same result twice, with
 * ranges inside the text, in linear time.
 * @param random numbers in [0, 1); the same sequence gives the same run
 */
export async function fuzzGuards(texts: number, random: () => number): Promise<FuzzReport> {
  const subjects = allGuards.flatMap(variants)
  const source = createTexts(
    random,
    allGuards.flatMap(({ examples }) => examples.map(({ text }) => text.slice(0, 4_000))),
  )
  const found: Misbehaviour[] = []
  let checks = 0
  let slowest_ms = 0
  for (let drawn = 0; drawn < texts && found.length < FOUND_MAX; drawn += 1) {
    const { text, made } = source.next()
    // A few guards per text: every guard gets thousands of texts, and the texts stay diverse.
    for (let turn = 0; turn < 6; turn += 1) {
      const subject = subjects[Math.floor(random() * subjects.length)]!
      const { what, took_ms } = await examine(subject, text)
      checks += 1
      slowest_ms = Math.max(slowest_ms, took_ms)
      if (what !== undefined) found.push({ guard: subject.guard.name, what, made, text: text.slice(0, SHOWN_CHARS) })
    }
  }
  return { texts, checks, slowest_ms, found }
}

interface Variant {
  readonly guard: AnyGuard
  readonly policy: CompiledPolicy
  readonly stage: 'input' | 'output'
}

function variants(guard: AnyGuard): Variant[] {
  const registry = createRegistry(allGuards)
  const settings = new Map(guard.examples.map((example) => [JSON.stringify(example.settings ?? {}), example]))
  return [...settings.values()].map((example) => {
    const stage = example.stage ?? (guard.stages[0] === 'output' ? 'output' : 'input')
    const block = { [guard.name]: { action: 'redact' as const, settings: { ...example.settings } } }
    const policy = compilePolicy(resolveBlock({ builtin: {}, configured: {} }, block, undefined), {
      stage,
      mode: 'enforce',
      registry,
      ports: { windows: localWindows(systemClock) },
      path: [],
    })
    return { guard, policy, stage }
  })
}

async function examine({ guard, policy, stage }: Variant, text: string): Promise<{ what?: string; took_ms: number }> {
  const context = {
    tenantId: 'fuzz',
    stage,
    agentKey: undefined,
    userRole: 'user',
    sessionId: undefined,
    prompt: 'What is the capital of France?',
    contextDocs: ['Paris is the capital of France. It has 2.1 million inhabitants.'],
    // Guards of files run for files alone.
    file:
      guard.filesOnly === true
        ? { mime_type: 'text/plain', size_bytes: text.length, sha256: '', problems: [] }
        : undefined,
    clock: systemClock,
  }
  const bound_ms = BASE_MS + (MS_PER_KCHAR * text.length) / 1_000
  let took_ms = Infinity
  let first: StageVerdict | undefined
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const effort_ms = startEffort()
    const verdict = await runPolicy(policy, { text }, context)
    took_ms = Math.min(took_ms, effort_ms())
    const subject = wrong(verdict, text)
    if (subject !== undefined) return { what: subject, took_ms }
    if (first !== undefined && guard.name !== 'rate_limiter' && first.action !== verdict.action) {
      return { what: `answered ${first.action}, then ${verdict.action}`, took_ms }
    }
    first = verdict
    if (attempt > 0 && took_ms <= bound_ms) return { took_ms }
  }
  if (took_ms <= 3 * bound_ms) return { took_ms }
  return { what: `took ${took_ms.toFixed(0)} ms for ${text.length} characters`, took_ms }
}

function wrong(verdict: StageVerdict, text: string): string | undefined {
  const result = verdict.results[0]
  if (result === undefined) return 'gave no result'
  if (result.details.error !== undefined) return `failed: ${JSON.stringify(result.details.error)}`
  if (result.score !== undefined && !(result.score >= 0 && result.score <= 1)) return `gave the score ${result.score}`
  if (!result.passed && result.message === '') return 'flagged and said nothing'
  const outside = verdict.redactions.find(({ start, end }) => start < 0 || end > text.length || start >= end)
  return outside === undefined ? undefined : `pointed at ${outside.start}–${outside.end} of ${text.length}`
}
