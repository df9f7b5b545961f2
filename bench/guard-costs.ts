import { writeFileSync } from 'node:fs'
import { allGuards } from '@gatehouse/guards'
import { blockOf, contentStages, printTiers } from './guard/costs.ts'
import { PROSE } from './guard/texts.ts'
import { timePolicy } from './guard/time-policy.ts'

/**
 * Measures the cost of each guard on ordinary prose, and of all guards of a tier together.
 *   node --conditions=gatehouse bench/guard-costs.ts [--write]
 * `--write` stores the figures for the generated pages. Run it on an idle machine: the figures are absolute times.
 */
const SIZES = [1_024, 10_240, 102_400] as const
const FIGURES = new URL('../docs/figures/guard-costs.json', import.meta.url)

const costs: Record<string, Record<string, readonly [number, number]>> = {}
const titles = SIZES.map((size) => `${size / 1_024} KB`.padStart(22)).join('')
process.stdout.write(`${'p50 / p99 ms, prose'.padEnd(36)}${titles}\n`)
for (const guard of allGuards) {
  for (const stage of contentStages(guard)) {
    const figures: Record<string, readonly [number, number]> = {}
    for (const size of SIZES) figures[size] = await timePolicy(stage, blockOf([guard], stage), PROSE.slice(0, size))
    costs[`${stage}/${guard.name}`] = figures
    const cells = Object.values(figures).map(([p50, p99]) => `${p50.toFixed(4)} / ${p99.toFixed(4)}`.padStart(22))
    process.stdout.write(`${`${guard.name} (${stage})`.padEnd(36)}${cells.join('')}\n`)
  }
}
await printTiers()

if (process.argv.includes('--write')) {
  const rounded = JSON.stringify({ node: process.versions.node, costs }, (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(2)) : value,
  )
  writeFileSync(FIGURES, `${rounded}\n`)
}
