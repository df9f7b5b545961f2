import { SECRET_FORMATS } from '@gatehouse/formats'
import { AnchorIndex } from '../pii/anchors.ts'
import { scanTokens } from '../pii/tokens.ts'
import { readUnits } from '../pii/units.ts'
import { type EmitSecret, SECRET_ANCHORS, type SecretSource, secretsAtAnchor, secretsInTokens } from './scan.ts'

/** A credential in a text. The value itself is never part of a finding. */
export interface SecretFinding {
  /** The id of its format, e.g. `github_token`, or of the rule that found it, e.g. `private_key`. */
  readonly kind: string
  /** Who issues it; empty for what no vendor has a form of its own for, such as passwords. */
  readonly vendor: string
  /** `[start, end)` in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** From 0 to 1; 0.99 where a checksum proves it. */
  readonly score: number
}

const VENDORS: ReadonlyMap<string, string> = new Map(SECRET_FORMATS.map(({ id, vendor }) => [id, vendor]))

let index: AnchorIndex | undefined

/**
 * Finds credentials of some three hundred kinds, as they stand in the text: in time that is linear in its length and
 * does not grow with the number of kinds. Encoded text is the caller's to decode.
 * @returns findings in order, none overlapping another
 */
export function findSecrets(text: string): SecretFinding[] {
  index ??= new AnchorIndex(SECRET_ANCHORS)
  const units = readUnits(text)
  const source: SecretSource = { text, units, table: scanTokens(units, text.length, index.filter) }
  const found: SecretFinding[] = []
  const emit: EmitSecret = (start, end, score, kind) => {
    found.push({ kind, vendor: VENDORS.get(kind) ?? '', start, end, score })
  }
  secretsInTokens(source, emit)
  index.match(text, units, source.table.marks, (pattern, end) => {
    secretsAtAnchor(source, end, emit, SECRET_ANCHORS[pattern] as string)
  })
  return withoutOverlaps(found)
}

/** Of findings that overlap the surer stays, then the longer. */
function withoutOverlaps(found: readonly SecretFinding[]): SecretFinding[] {
  const kept: SecretFinding[] = []
  for (const finding of found.toSorted((left, right) => left.start - right.start)) {
    const last = kept.at(-1)
    if (last === undefined || finding.start >= last.end) kept.push(finding)
    else if (finding.score > last.score || (finding.score === last.score && length(finding) > length(last)))
      kept[kept.length - 1] = finding
  }
  return kept
}

function length({ start, end }: SecretFinding): number {
  return end - start
}
