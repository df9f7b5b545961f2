import { type Found, findSecrets } from '../../src/find/find-secrets.ts'
import { natureOf } from '../../src/find/nature.ts'
import { code } from './code.ts'
import { type Family, type Sample, sampleOf } from './family.ts'
import { other } from './other.ts'
import { settings } from './settings.ts'

export const FAMILIES: readonly Family[] = [...settings, ...code, ...other]

/** Files of each family. */
const SEEDS = [1, 2]

export interface Measured {
  readonly half: string
  readonly found: number
  readonly secrets: number
  readonly flagged: number
  readonly looks: number
  /** Findings in all, and those that are no secret. */
  readonly reported: number
  readonly wrong: number
  /** Pieces of texts with what was missed or flagged, for people who tune. */
  readonly errors: readonly string[]
}

/** What the scanner finds in one half of the corpus. */
export function measure(half: Family['half']): Measured {
  const total = { found: 0, secrets: 0, flagged: 0, looks: 0, reported: 0, wrong: 0 }
  const errors: string[] = []
  for (const family of FAMILIES.filter((one) => one.half === half)) {
    for (const seed of SEEDS) {
      const sample = sampleOf(family, seed)
      const { candidates } = findSecrets(Buffer.from(sample.text).toString('latin1'), natureOf(family.path))
      count(sample, candidates, total, errors)
    }
  }
  return { half, ...total, errors }
}

type Places = readonly (readonly [start: number, end: number])[]

function count(sample: Sample, candidates: Found['candidates'], total: Record<string, number>, errors: string[]): void {
  const hit = ([start, end]: readonly [number, number]) => candidates.some((one) => one.start < end && one.end > start)
  const at = ([start, end]: readonly [number, number]) =>
    `${sample.family.name}: ${sample.text.slice(Math.max(sample.text.lastIndexOf('\n', start) + 1, start - 60), Math.min(end, start + 80))}`
  const add = (field: string, by: number) => (total[field] = (total[field] ?? 0) + by)
  const missed = sample.secrets.filter((place) => !hit(place))
  const flagged = sample.looks.filter(hit)
  const isIn = (places: Places, { start, end }: { start: number; end: number }) =>
    places.some((place) => start < place[1] && end > place[0])
  const wrong = candidates.filter((one) => !isIn(sample.secrets, one))
  add('secrets', sample.secrets.length)
  add('found', sample.secrets.length - missed.length)
  add('looks', sample.looks.length)
  add('flagged', flagged.length)
  add('reported', candidates.length)
  add('wrong', wrong.length)
  errors.push(
    ...missed.map((place) => `missed   ${at(place)}`),
    ...wrong.map((one) => `flagged  ${one.rule.id} ${at([one.start, one.end])}`),
  )
}
