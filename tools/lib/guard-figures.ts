import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyGuard } from '@gatehouse/guards'
import { z } from 'zod'
import { cell, code, table } from './markdown.ts'

/** Measured figures about guards, stored in `docs/figures/` by the measuring commands. */
export interface Figures {
  readonly node: string
  /** p50 and p99 in milliseconds, by stage and guard, by characters. */
  readonly costs: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>
  readonly quality: Readonly<Record<string, Quality>>
}

const Quality = z.strictObject({
  /** Path of the full report, relative to `docs/`. */
  read: z.string().optional(),
  figures: z.array(
    z.strictObject({
      /** Data set, e.g. "explicit injection, sources not trained on". */
      on: z.string(),
      /** Metric, e.g. "recall at 1 % false positives". */
      measure: z.string(),
      /** With its interval. */
      value: z.string(),
    }),
  ),
  /** How to measure it again. */
  command: z.string(),
})
type Quality = z.infer<typeof Quality>

const Costs = z.strictObject({
  node: z.string(),
  costs: z.record(z.string(), z.record(z.string(), z.tuple([z.number(), z.number()]))),
})

/** @throws {z.ZodError} when a file has another form */
export function readFigures(root: string): Figures {
  const read = (name: string): unknown => {
    const path = join(root, 'docs/figures', name)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  }
  const { node, costs } = Costs.parse(read('guard-costs.json') ?? { node: '', costs: {} })
  return { node, costs, quality: z.record(z.string(), Quality).parse(read('guard-quality.json') ?? {}) }
}

/** Returns a table of times by text length; a sentence without measurements. */
export function costLines(guard: AnyGuard, { node, costs }: Figures): string[] {
  const rows = guard.stages.flatMap((stage) => {
    const measured = costs[`${stage}/${guard.name}`]
    if (measured === undefined) return []
    return [[stage, ...Object.values(measured).map(([p50, p99]) => `${p50} / ${p99}`)]]
  })
  if (rows.length === 0) return ['Not measured yet.']
  const sizes = Object.keys(Object.values(costs)[0] ?? {}).map((chars) => `${Number(chars) / 1_024} KB`)
  return [
    `p50 / p99 in milliseconds for ordinary prose with Node ${node} on one core of a shared virtual machine`,
    '(`node --conditions=gatehouse bench/guard-costs.ts`).',
    '',
    ...table(['Stage', ...sizes], rows),
  ]
}

/** Returns measured recall and false positives, or why there is nothing to measure. */
export function qualityLines(guard: AnyGuard, { quality }: Figures): string[] {
  const measured = quality[guard.name]
  if (measured === undefined)
    return [
      'No figures: the findings follow from the settings, or the guard has not been measured yet. See the examples.',
    ]
  const { figures, command, read } = measured
  return [
    ...table(
      ['On', 'Measure', 'Value'],
      figures.map(({ on, measure, value }) => [cell(on), cell(measure), cell(value)]),
    ),
    '',
    `Measured with ${code(command)}.${read === undefined ? '' : ` For more figures and limits, see [${read}](../../${read}).`}`,
  ]
}
