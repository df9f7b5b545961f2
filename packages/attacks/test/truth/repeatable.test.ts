import { DEVELOPMENT_AGENTS } from '@gatehouse/testkit/agents'
import { expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { allCategories } from '../../src/categories.gen.ts'
import { createRandom } from '../../src/engine/random.ts'
import { buildReport } from '../../src/report/build-report.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import { aboutOf } from '../support/made-report.ts'
import { type Measured, measure, type MeasureOptions } from './measure.ts'

const NAMES = new Set([
  'prompt_injection',
  'bola',
  'system_prompt_leak',
  'memory_poisoning',
  'rag_poisoning',
  'tool_misuse',
])
const categories = allCategories.filter(({ name }) => NAMES.has(name))
const agent = DEVELOPMENT_AGENTS.find(({ name }) => name === 'by chance, 0.5')!
const options: MeasureOptions = {
  seed: 'again',
  categories,
  strategies: allStrategies,
  attacksPerCategory: 9,
  adaptiveRounds: 2,
  withoutSink: true,
}

/** Returns all attempts and the report, without times and machine-assigned ports. */
function written({ outcome, origin, url }: Measured): { readonly attacks: string; readonly report: string } {
  const at = (text: string): string => text.replaceAll(origin, 'http://run').replaceAll(url, 'http://agent')
  const attacks = outcome.records.map(({ attempt }) => attempt)
  const report = buildReport(outcome, aboutOf({ categories, can: new Set(), seed: 'again' }))
  const timeless = JSON.stringify(report, (name, value: unknown) => (/time|duration/i.test(name) ? 0 : value))
  return { attacks: at(JSON.stringify(attacks)), report: at(timeless) }
}

proves('redteam:config.seed', 'the same attacks and report, byte by byte, in whatever order answers come', async () => {
  const first = await measure(agent, options)
  const random = createRandom('delays')
  const pauses_ms = Array.from({ length: 500 }, () => random.next() * 20)
  const slow = await measure(agent, {
    ...options,
    concurrency: 16,
    delay_ms: (count) => pauses_ms[count % pauses_ms.length]!,
  })
  const [one, other] = [written(first), written(slow)]
  expect(one.attacks.length).toBeGreaterThan(10_000)
  expect(first.compared.some(({ truth }) => truth === 'whole')).toBe(true)
  expect(other.attacks).toBe(one.attacks)
  expect(other.report).toBe(one.report)
})

test('another seed creates other attacks', async () => {
  const few: MeasureOptions = { ...options, strategies: [], attacksPerCategory: 2, adaptiveRounds: 0 }
  const [one, other] = await Promise.all([measure(agent, few), measure(agent, { ...few, seed: 'another' })])
  expect(written(one).attacks).not.toBe(written(other).attacks)
})
