/**
 * How many harmless texts the default policy blocks or redacts: `npm run eval:benign [-- --half held]`. Texts of the development half were read
 * while rules and weights were made; the held-out half is measured alone. Prints rates by kind and causes, never a text.
 */
import { parseArgs } from 'node:util'
import { wilson } from '@gatehouse/kernel'
import { type BenignCount, measureBenign, totalOf } from '../packages/guards/test/benign/measure.ts'
import { benignTexts, type Half } from '../packages/guards/test/benign/suite.ts'
import { print } from './pii/table.ts'

const TITLES: Readonly<Record<Half, string>> = { dev: 'Development half', held: 'Held-out half' }

const { values } = parseArgs({ options: { half: { type: 'string' } } })
const halves: readonly Half[] = values.half === 'dev' || values.half === 'held' ? [values.half] : ['dev', 'held']
for (const half of halves) await report(half)

async function report(half: Half): Promise<void> {
  const texts = benignTexts(half)
  const counts = await measureBenign(texts)
  const languages = new Set(texts.map(({ lang }) => lang)).size
  const templates = new Set(texts.map(({ kind, template }) => `${kind}\n${template}`)).size
  print(
    `${TITLES[half]}: ${texts.length} texts of ${templates} templates in ${languages} languages`,
    ['kind', 'texts', 'blocked', 'wrongly redacted', 'either [95 %]', 'e-mail addresses redacted'],
    [...counts, totalOf(counts)].map(line),
  )
  print(
    `${TITLES[half]}: causes of wrong blocks and redactions`,
    ['stage, guard, finding', 'texts', 'kinds'],
    [...totalOf(counts).causes]
      .toSorted(([, a], [, b]) => b - a)
      .map(([cause, of]) => [cause, String(of), kindsWith(counts, cause)]),
  )
}

function kindsWith(counts: readonly BenignCount[], cause: string): string {
  return counts.flatMap(({ kind, causes }) => (causes.has(cause) ? [`${kind} ${causes.get(cause)}`] : [])).join(', ')
}

function line({ kind, texts, blocked, redacted, wrong, addresses }: BenignCount): string[] {
  const { low, high } = wilson(wrong, texts)
  const percent = (share: number): string => (100 * share).toFixed(2)
  const share = `${percent(wrong / texts)} % [${percent(low)}–${percent(high)}]`
  return [kind, String(texts), String(blocked), String(redacted), share, String(addresses)]
}
