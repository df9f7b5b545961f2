import { buildAutomaton } from '@gatehouse/kernel/match'
import {
  lookAtAddress,
  lookAtBasic,
  lookAtBearer,
  lookAtCommand,
  lookAtDriver,
  lookAtJwt,
  lookAtRegistryAuth,
} from './addresses.ts'
import { lookAtName, lookAtVendor } from './assigned/assigned.ts'
import { NAME_ANCHORS } from './assigned/name.ts'
import { VENDOR_WORDS } from './assigned/vendor-shape.ts'
import type { Candidate, Look } from './candidate.ts'
import { lookAtAwsPair, lookAtPem, lookAtPutty } from './keys.ts'
import { lookAtMark, MARKS } from './marks.ts'
import type { Nature } from './nature.ts'

/** A comment that allows a finding; see allow.ts. */
export const ALLOW_ANCHOR = 'gatehouse:allow'

const LOOKS: readonly (readonly [anchor: string, look: Look])[] = [
  ...[...MARKS].map(([mark, shapes]) => [mark, lookAtMark(shapes)] as const),
  ...NAME_ANCHORS.map((anchor) => [anchor, lookAtName] as const),
  ...VENDOR_WORDS.map((word) => [word, lookAtVendor] as const),
  ['-----begin', lookAtPem],
  ['putty-user-key-file-', lookAtPutty],
  ['akia', lookAtAwsPair],
  ['asia', lookAtAwsPair],
  ['://', lookAtAddress],
  ['@tcp(', lookAtDriver],
  ['@unix(', lookAtDriver],
  ['bearer ', lookAtBearer],
  ['token ', lookAtBearer],
  ['basic ', lookAtBasic],
  ['"auth"', lookAtRegistryAuth],
  ['"identitytoken"', lookAtRegistryAuth],
  ['curl', lookAtCommand],
  ['sshpass', lookAtCommand],
  ['mysql', lookAtCommand],
  ['eyj', lookAtJwt],
]

const looksOf = new Map<string, Look[]>()
for (const [anchor, look] of LOOKS) looksOf.set(anchor, [...(looksOf.get(anchor) ?? []), look])

const ANCHORS = [...looksOf.keys(), ALLOW_ANCHOR]
const looks = [...looksOf.values()]

let automaton: ReturnType<typeof buildAutomaton> | undefined

export interface Found {
  /** By their starts; none overlaps another. */
  readonly candidates: readonly Candidate[]
  /** Offsets of suppression comments. */
  readonly allowances: readonly number[]
}

/**
 * Finds secrets in a text in one pass, in linear time for any content.
 * @param text characters or, where columns are counted elsewhere, bytes as Latin-1 characters
 */
export function findSecrets(text: string, nature: Nature): Found {
  automaton ??= buildAutomaton(ANCHORS, { ignoreCase: true })
  const candidates: Candidate[] = []
  const allowances: number[] = []
  const source = { text, nature, emit: (candidate: Candidate) => candidates.push(candidate), namedTo: 0 }
  automaton.scan(text, (anchor, end) => {
    const start = end - (ANCHORS[anchor] as string).length
    if (anchor === looks.length) allowances.push(start)
    else for (const look of looks[anchor] as readonly Look[]) look(source, start, end)
  })
  return { candidates: withoutOverlaps(candidates), allowances }
}

/** Resolves overlaps: the more certain candidate is kept, then the longer one; a vendor's structure wins over a named value. */
function withoutOverlaps(found: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of found.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = kept.at(-1)
    if (last === undefined || candidate.start >= last.end) kept.push(candidate)
    else if (isBetter(candidate, last)) kept[kept.length - 1] = candidate
  }
  return kept
}

function isBetter(candidate: Candidate, than: Candidate): boolean {
  const ofKey = than.rule.family === 'private-key'
  if (ofKey !== (candidate.rule.family === 'private-key')) return !ofKey
  const ofVendor = than.rule.format !== undefined
  if (ofVendor !== (candidate.rule.format !== undefined)) return !ofVendor
  if (candidate.confidence !== than.confidence) return candidate.confidence > than.confidence
  return candidate.end - candidate.start > than.end - than.start
}
