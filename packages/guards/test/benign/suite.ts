import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type BenignText, ownMessages } from './own-messages.ts'

/** Parts of the suite of benign texts. */
export type Part = 'dev' | 'held' | 'held-second'

/** An attack of the suite. Attacks in documents are measured as files. */
export interface AttackText {
  readonly text: string
  readonly kind: string
  readonly lang: string
  readonly place: 'input' | 'document'
  /** Author of the text, e.g. `first`. */
  readonly author: string
}

/**
 * Returns one part of the benign texts. Development: five authors, three of whom had not seen the detectors (templates without a number
 * word first, `four-…` and `five-…`). Held-out: two further authors who had not seen the detectors, one per part. The held-out parts are
 * measured and never read: no rule, weight or threshold depends on them. The project's own block messages belong to `dev` and `held`.
 */
export function benignTexts(part: Part): BenignText[] {
  const written = readTexts<BenignText>(`benign-${part}`)
  return part === 'held-second' ? written : [...written, ...ownMessages(part)]
}

/** Returns attacks by the authors of the last texts: two for the development part, one for the held-out part, which is never read. */
export function attackTexts(part: 'dev' | 'held'): AttackText[] {
  return readTexts<AttackText>(`attacks-${part}`)
}

function readTexts<Row>(name: string): Row[] {
  const packed = readFileSync(new URL(`../data/${name}.jsonl.gz`, import.meta.url))
  const lines = gunzipSync(packed).toString('utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}
