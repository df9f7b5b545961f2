import { allGuards, type AnyGuard } from '@gatehouse/guards'
import { PROSE } from './texts.ts'
import { type Block, timePolicy } from './time-policy.ts'

type Stage = 'input' | 'output'

/** Targets of the project for all guards of a tier together: p50 and p99 in milliseconds. */
const BOUNDS = [
  { tier: 'fast', chars: 1_024, p50_ms: 0.15, p99_ms: 1 },
  { tier: 'fast', chars: 10_240, p50_ms: 1, p99_ms: Infinity },
  { tier: 'medium', chars: 1_024, p50_ms: 2, p99_ms: Infinity },
] as const

/** Prints the cost of all guards of a tier together on ordinary prose, and whether it meets the target. */
export async function printTiers(): Promise<void> {
  for (const stage of ['input', 'output'] as const) {
    for (const { tier, chars, p50_ms, p99_ms } of BOUNDS) {
      const guards = allGuards.filter((guard) => guard.tier === tier && contentStages(guard).includes(stage))
      if (guards.length === 0) continue
      const [p50, p99] = await timePolicy(stage, blockOf(guards, stage), PROSE.slice(0, chars))
      const holds = p50 <= p50_ms && p99 <= p99_ms
      const wanted = `${p50_ms}${p99_ms === Infinity ? '' : ` / ${p99_ms}`}`
      process.stdout.write(
        `all ${guards.length} ${tier} ${stage} guards, ${chars / 1_024} KB`.padEnd(42) +
          `${p50.toFixed(3)} / ${p99.toFixed(3)} ms   ${holds ? 'holds' : 'MISSED'}: at most ${wanted}\n`,
      )
    }
  }
  process.stdout.write('\n')
}

export function contentStages(guard: AnyGuard): Stage[] {
  return guard.stages.filter((stage) => stage !== 'agentic')
}

/** Configures each guard with the settings of its first flagging example: without settings a guard may be idle. */
export function blockOf(guards: readonly AnyGuard[], stage: Stage): Block {
  return Object.fromEntries(
    guards.map((guard) => {
      const example = guard.examples.find(({ flags, stage: where }) => flags && (where ?? guard.stages[0]) === stage)
      return [guard.name, { action: 'detect', settings: { ...example?.settings } }]
    }),
  )
}
