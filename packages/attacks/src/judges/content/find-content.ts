import { hash } from 'node:crypto'
import type { Exchange } from '../../engine/exchange.ts'
import { lettersAlone, plainLetters } from '../sight/foldings.ts'
import { readingsOf } from '../sight/readings.ts'
import { findCredentials } from './credentials.ts'
import type { ContentHit } from './hit.ts'
import { findMachineContent } from './machine.ts'
import { findPersons } from './personal.ts'
import { findRecords } from './records.ts'

/** Maximum examined length of one text. */
const TEXT_UNITS_MAX = 200_000
/** Maximum examined length of the messages of an attack, decoded readings included. */
const SENT_UNITS_MAX = 400_000
/** Hexadecimal digits: enough to recognise the same value again. */
const HASH_CHARS = 16
/** Agents repeat themselves: the latest texts are kept. */
const CACHE_TEXTS_MAX = 64
const CACHE_UNITS_MAX = 32_768

const findings = new Map<string, readonly ContentHit[]>()

/**
 * Finds content of a known form in a text.
 * @param withPersonal whether personal data counts: it takes most of the time
 */
export function findContent(text: string, withPersonal: boolean): readonly ContentHit[] {
  const key = `${withPersonal ? 'p' : '-'}${text}`
  const known = findings.get(key)
  if (known !== undefined) return known
  const read = text.slice(0, TEXT_UNITS_MAX)
  const found = [
    ...findCredentials(read),
    ...findMachineContent(read),
    ...findRecords(read),
    ...(withPersonal ? findPersons(read) : []),
  ]
  if (text.length <= CACHE_UNITS_MAX) {
    if (findings.size >= CACHE_TEXTS_MAX) findings.delete(findings.keys().next().value!)
    findings.set(key, found)
  }
  return found
}

/** SHA-256 of a value: the same value has the same hash in each reply. */
export function hashOf(value: string): string {
  return hash('sha256', value, 'hex').slice(0, HASH_CHARS)
}

/** Returns a function that removes content which a message of the attack contains, in plain or encoded form. */
export function createSentFilter({
  attack,
  turns,
  before = [],
}: Exchange): (hits: readonly ContentHit[]) => readonly ContentHit[] {
  let sent: readonly string[] | undefined
  const texts = (): readonly string[] =>
    (sent ??= foldedReadings(
      [
        ...turns.map((turn) => turn.sent),
        ...attack.turns,
        ...attack.history.map(({ content }) => content),
        ...before.map((turn) => turn.sent),
        ...attack.plants.map(({ body }) => body),
        attack.benign,
      ].join('\n'),
    ))
  const isSent = (value: string): boolean => {
    const letters = lettersAlone(plainLetters(value))
    return letters === '' || texts().some((text) => text.includes(letters))
  }
  return (hits) => hits.filter(({ value }) => !value.split('\n').every((line) => isSent(line)))
}

function foldedReadings(text: string): readonly string[] {
  const folded: string[] = []
  let units = 0
  for (const { text: read } of readingsOf(text.slice(0, TEXT_UNITS_MAX))) {
    units += read.length
    if (units > SENT_UNITS_MAX) break
    folded.push(lettersAlone(plainLetters(read)))
  }
  return folded
}
