import { writeFileSync } from 'node:fs'
import { allGuards, type AnyGuard } from '@gatehouse/guards'
import { PROSE } from './guard/texts.ts'
import { type Block, timePolicy } from './guard/time-policy.ts'

/**
 * What each guard costs by itself on ordinary prose, and what all guards of a tier cost together.
 *   node --conditions=source bench/guard-costs.ts [--write]
 * `--write` keeps the figures for the generated pages. Run it on a quiet machine: the figures are absolute times.
 */
const SIZES = [1_024, 10_240, 102_400] as const
const FIGURES = new URL('../docs/figures/guard-costs.json', import.meta.url)

/** What the project promises: p50 and p99 in milliseconds. */
const BOUNDS = [
  { tier: 'fast', chars: 1_024, p50_ms: 0.15, p99_ms: 1 },
  { tier: 'fast', chars: 10_240, p50_ms: 1, p99_ms: Infinity },
  { tier: 'medium', chars: 1_024, p50_ms: 2, p99_ms: Infinity },
] as const

const costs: Record<string, Record<string, readonly [number, number]>> = {}
const line = (name: string, figures: readonly (readonly [number, number])[]): void => {
  const cells = figures.map(([p50, p99]) => `${p50.toFixed(4)} / ${p99.toFixed(4)}`.padStart(22))
  process.stdout.write(`${name.padEnd(36)}${cells.join('')}\n`)
}

process.stdout.write(
  `${'p50 / p99 ms, prose'.padEnd(36)}${SIZES.map((size) => `${size / 1_024} KB`.padStart(22)).join('')}\n`,
)
for (const guard of allGuards) {
  for (const stage of contentStages(guard)) {
    const figures: (readonly [number, number])[] = []
    for (const size of SIZES) figures.push(await timePolicy(stage, blockOf([guard], stage), PROSE.slice(0, size)))
    line(`${guard.name} (${stage})`, figures)
    costs[`${stage}/${guard.name}`] = Object.fromEntries(SIZES.map((size, index) => [size, figures[index]!]))
  }
}

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

if (process.argv.includes('--write')) {
  const rounded = JSON.stringify({ node: process.versions.node, costs }, (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(2)) : value,
  )
  writeFileSync(FIGURES, `${rounded}\n`)
}

function contentStages(guard: AnyGuard): ('input' | 'output')[] {
  return guard.stages.filter((stage) => stage !== 'agentic')
}

/** Each guard with the settings of its first example that flags: one without settings may have nothing to do. */
function blockOf(guards: readonly AnyGuard[], stage: 'input' | 'output'): Block {
  return Object.fromEntries(
    guards.map((guard) => {
      const example = guard.examples.find(({ flags, stage: where }) => flags && (where ?? guard.stages[0]) === stage)
      return [guard.name, { action: 'detect', settings: { ...example?.settings } }]
    }),
  )
}
