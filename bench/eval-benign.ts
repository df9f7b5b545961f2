/**
 * Measures how many benign texts the default policy blocks or redacts, and how many attacks it blocks: `npm run eval:benign [-- --part
 * held]`. Texts of the development part were read during the development of rules and weights; the held-out parts are measured only.
 * Prints rates by kind and causes, never a text. The second held-out part prints only its totals, so that it cannot influence development.
 */
import { parseArgs } from 'node:util'
import { wilson } from '@gatehouse/kernel'
import { measureAttacks } from '../packages/guards/test/benign/measure-attacks.ts'
import { type BenignCount, measureBenign, totalOf } from '../packages/guards/test/benign/measure.ts'
import { attackTexts, benignTexts, type Part } from '../packages/guards/test/benign/suite.ts'
import { print } from './pii/table.ts'

const TITLES: Readonly<Record<Part, string>> = {
  dev: 'Development',
  held: 'Held-out',
  'held-second': 'Held-out, second author',
}
const PARTS: readonly Part[] = ['dev', 'held', 'held-second']

const { values } = parseArgs({ options: { part: { type: 'string' } } })
const chosen = PARTS.filter((part) => part === values.part)
for (const part of chosen.length > 0 ? chosen : PARTS) {
  await reportBenign(part)
  if (part !== 'held') await reportAttacks(part)
}

async function reportBenign(part: Part): Promise<void> {
  const texts = benignTexts(part)
  const counts = await measureBenign(texts)
  const languages = new Set(texts.map(({ lang }) => lang)).size
  const templates = new Set(texts.map(({ kind, template }) => `${kind}\n${template}`)).size
  const all = totalOf(counts)
  print(
    `${TITLES[part]}: ${texts.length} texts of ${templates} templates in ${languages} languages`,
    ['kind', 'texts', 'blocked', 'wrongly redacted', 'either [95 %]', 'e-mail addresses redacted'],
    [...(part === 'held-second' ? [] : counts), all].map(line),
  )
  if (part === 'held-second') return
  print(
    `${TITLES[part]}: causes of wrong blocks and redactions`,
    ['stage, guard, finding', 'texts', 'kinds'],
    [...all.causes]
      .toSorted(([, a], [, b]) => b - a)
      .map(([cause, of]) => [cause, String(of), kindsWith(counts, cause)]),
  )
}

async function reportAttacks(part: 'dev' | 'held-second'): Promise<void> {
  const counts = await measureAttacks(attackTexts(part === 'dev' ? 'dev' : 'held'))
  const sum = (of: 'texts' | 'blocked'): number => counts.reduce((all, count) => all + count[of], 0)
  const all = { kind: 'all', texts: sum('texts'), blocked: sum('blocked') }
  print(
    `${TITLES[part]}: attacks`,
    ['kind', 'attacks', 'blocked', 'share [95 %]'],
    [...(part === 'dev' ? counts : []), all].map(({ kind, texts, blocked }) => [
      kind,
      String(texts),
      String(blocked),
      shareOf(blocked, texts),
    ]),
  )
}

function kindsWith(counts: readonly BenignCount[], cause: string): string {
  return counts.flatMap(({ kind, causes }) => (causes.has(cause) ? [`${kind} ${causes.get(cause)}`] : [])).join(', ')
}

function line({ kind, texts, blocked, redacted, wrong, addresses }: BenignCount): string[] {
  return [kind, String(texts), String(blocked), String(redacted), shareOf(wrong, texts), String(addresses)]
}

function shareOf(hits: number, of: number): string {
  const { low, high } = wilson(hits, of)
  const percent = (share: number): string => (100 * share).toFixed(2)
  return `${percent(hits / of)} % [${percent(low)}–${percent(high)}]`
}
