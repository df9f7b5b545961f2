import { buildAutomaton } from '@gatehouse/kernel/match'
import {
  detectUrlPassword,
  detectBasicCredentials,
  detectBearerToken,
  detectCommandPassword,
  detectDriverPassword,
  detectJwt,
  detectRegistryAuth,
} from './addresses.ts'
import { detectAssigned, detectVendorValue } from './assigned/assigned.ts'
import { NAME_ANCHORS } from './assigned/name.ts'
import { VENDOR_WORDS } from './assigned/vendor-shape.ts'
import type { Candidate, Detector } from './candidate.ts'
import { detectAwsKeyPair, detectPem, detectPuttyKey } from './keys.ts'
import { detectByLiteral, MARKS } from './marks.ts'
import type { Nature } from './nature.ts'

/** A comment that allows a finding; see allow.ts. */
export const ALLOW_ANCHOR = 'gatehouse:allow'

const LOOKS: readonly (readonly [anchor: string, look: Detector])[] = [
  ...[...MARKS].map(([mark, shapes]) => [mark, detectByLiteral(shapes)] as const),
  ...NAME_ANCHORS.map((anchor) => [anchor, detectAssigned] as const),
  ...VENDOR_WORDS.map((word) => [word, detectVendorValue] as const),
  ['-----begin', detectPem],
  ['putty-user-key-file-', detectPuttyKey],
  ['akia', detectAwsKeyPair],
  ['asia', detectAwsKeyPair],
  ['://', detectUrlPassword],
  ['@tcp(', detectDriverPassword],
  ['@unix(', detectDriverPassword],
  ['bearer ', detectBearerToken],
  ['token ', detectBearerToken],
  ['basic ', detectBasicCredentials],
  ['"auth"', detectRegistryAuth],
  ['"identitytoken"', detectRegistryAuth],
  ['curl', detectCommandPassword],
  ['sshpass', detectCommandPassword],
  ['mysql', detectCommandPassword],
  ['eyj', detectJwt],
]

const detectorsByAnchor = new Map<string, Detector[]>()
for (const [anchor, look] of LOOKS) detectorsByAnchor.set(anchor, [...(detectorsByAnchor.get(anchor) ?? []), look])

const ANCHORS = [...detectorsByAnchor.keys(), ALLOW_ANCHOR]
const detectors = [...detectorsByAnchor.values()]

let automaton: ReturnType<typeof buildAutomaton> | undefined

export interface Found {
  /** Sorted by start, without overlaps. */
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
    if (anchor === detectors.length) allowances.push(start)
    else for (const look of detectors[anchor] as readonly Detector[]) look(source, start, end)
  })
  return { candidates: withoutOverlaps(candidates), allowances }
}

/** Resolves overlaps: the more certain candidate is kept, then the longer one. A vendor's structure has priority over a named value. */
function withoutOverlaps(found: readonly Candidate[]): Candidate[] {
  const candidates: Candidate[] = []
  for (const candidate of found.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = candidates.at(-1)
    if (last === undefined || candidate.start >= last.end) candidates.push(candidate)
    else if (isBetter(candidate, last)) candidates[candidates.length - 1] = candidate
  }
  return candidates
}

function isBetter(candidate: Candidate, than: Candidate): boolean {
  const ofKey = than.rule.family === 'private-key'
  if (ofKey !== (candidate.rule.family === 'private-key')) return !ofKey
  const ofVendor = than.rule.format !== undefined
  if (ofVendor !== (candidate.rule.format !== undefined)) return !ofVendor
  if (candidate.confidence !== than.confidence) return candidate.confidence > than.confidence
  return candidate.end - candidate.start > than.end - than.start
}
