import type { GuardBlock } from '@gatehouse/contracts/policies'
import { systemClock } from '@gatehouse/kernel'
import { type CompiledPolicy, compilePolicy } from '../../src/engine/compile.ts'
import { BUILTIN_DEFAULTS, type ContentStage } from '../../src/engine/defaults.ts'
import type { GuardPorts } from '../../src/engine/ports.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { resolveBlock } from '../../src/engine/resolve.ts'
import type { RunContext, StageVerdict } from '../../src/engine/run.ts'
import { allGuards } from '../../src/guards.gen.ts'
import { localWindows } from '../../src/local-windows.ts'
import { screenStream, type StreamCheck } from '../../src/stream/screen-stream.ts'

const registry = createRegistry(allGuards)

/** A policy of these guards alone. */
export function policyOf(stage: ContentStage, block: GuardBlock, ports: Partial<GuardPorts> = {}): CompiledPolicy {
  return compilePolicy(resolveBlock({ builtin: {}, configured: {} }, undefined, block), {
    stage,
    mode: 'enforce',
    registry,
    ports: { windows: localWindows(systemClock), ...ports },
    path: [stage],
  })
}

/** Returns the policy of an unconfigured service. */
export function defaultPolicy(): CompiledPolicy {
  return policyOf('output', BUILTIN_DEFAULTS.output)
}

export const context: RunContext = {
  tenantId: 'acme',
  stage: 'output',
  agentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
  prompt: undefined,
  contextDocs: [],
  clock: systemClock,
}

export interface Streamed {
  /** All that left. */
  readonly text: string
  readonly pieces: readonly string[]
  readonly verdict: StageVerdict
  readonly blocked: boolean
  readonly checks: readonly StreamCheck[]
}

/** Sends a text through a stream of one channel, in pieces that end at `cuts`. */
export async function stream(
  policy: CompiledPolicy,
  text: string,
  cuts: readonly number[] = [],
  about: Partial<RunContext> = {},
): Promise<Streamed> {
  const checks: StreamCheck[] = []
  const screen = screenStream(policy, { ...context, ...about }, { onCheck: (check) => checks.push(check) })
  const pieces: string[] = []
  let from = 0
  for (const to of [...cuts, text.length]) {
    const step = screen.push('content', text.slice(from, to))
    const { released, blocked } = step instanceof Promise ? await step : step
    pieces.push(...released.map((item) => item.text))
    if (blocked !== undefined) return { text: pieces.join(''), pieces, verdict: blocked, blocked: true, checks }
    from = to
  }
  const end = await screen.finish()
  pieces.push(...end.released.map((item) => item.text))
  return { text: pieces.join(''), pieces, verdict: end.verdict, blocked: end.blocked !== undefined, checks }
}

/** Cuts of equal pieces. */
export function every(chars: number, length: number): number[] {
  return Array.from({ length: Math.floor(length / chars) }, (_, index) => (index + 1) * chars)
}

const WORDS =
  'the plan for this week is simple and clear so we begin with the first part of it then go on to what was asked before lunch while others read along'.split(
    ' ',
  )

/** Prose of exactly so many characters, the same each time. */
export function prose(chars: number): string {
  let text = ''
  for (let at = 0; text.length < chars; at += 1) text += `${WORDS[(at * 7) % WORDS.length]!} `
  return text.slice(0, chars)
}
