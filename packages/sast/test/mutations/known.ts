import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A verdict that a mutation is known to change, and why. The list may only shrink: one that stays fails the test. */
export interface KnownDeviation {
  readonly mutation: string
  /** The rules' file, from the folder of all rules. */
  readonly group: string
  readonly file: string
  readonly rule: string
  readonly what: 'lost' | 'new'
  /** The line, as it is written in the old file where something is lost, and in the new one where something is new. */
  readonly code: string
  readonly reason: string
}

/** `known.json`: reasons, and with each the deviations that it explains. */
type KnownFile = Readonly<Record<string, readonly Omit<KnownDeviation, 'reason'>[]>>

const file = JSON.parse(readFileSync(join(import.meta.dirname, 'known.json'), 'utf8')) as KnownFile

export const KNOWN: readonly KnownDeviation[] = Object.entries(file).flatMap(([reason, deviations]) =>
  deviations.map((one) => ({ ...one, reason })),
)
