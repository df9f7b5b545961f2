import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A verdict that a mutation is known to change, and why. The list may only shrink: an obsolete entry fails the test. */
export interface KnownDeviation {
  readonly mutation: string
  /** The rules' file, from the folder of all rules. */
  readonly group: string
  readonly file: string
  readonly rule: string
  readonly what: 'lost' | 'new'
  /** Line of code, from the old file for a lost finding, and from the new file for a new one. */
  readonly code: string
  readonly reason: string
}

/** `known.json`: reasons with the deviations that they explain. */
type KnownFile = Readonly<Record<string, readonly Omit<KnownDeviation, 'reason'>[]>>

const file = JSON.parse(readFileSync(join(import.meta.dirname, 'known.json'), 'utf8')) as KnownFile

export const KNOWN: readonly KnownDeviation[] = Object.entries(file).flatMap(([reason, deviations]) =>
  deviations.map((deviation) => ({ ...deviation, reason })),
)
