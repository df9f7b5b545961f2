import { SECRET_FORMATS } from '@gatehouse/formats/credentials'
import { AnchorIndex } from '../pii/anchors.ts'
import { scanTokens } from '../pii/tokens.ts'
import { readUnits } from '../pii/units.ts'
import { type EmitSecret, SECRET_ANCHORS, type SecretSource, secretsAtAnchor, secretsInTokens } from './scan.ts'

/** A credential in a text. The value itself is never part of a finding. */
export interface SecretFinding {
  /** The id of its format, e.g. `github_token`, or of the rule that found it, e.g. `private_key`. */
  readonly kind: string
  /** Issuer; empty without a vendor-specific format, such as for passwords. */
  readonly vendor: string
  /** `[start, end)` in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** From 0 to 1; 0.99 for a valid checksum. */
  readonly score: number
}

const VENDORS: ReadonlyMap<string, string> = new Map(SECRET_FORMATS.map(({ id, vendor }) => [id, vendor]))

let index: AnchorIndex | undefined

/**
 * Finds credentials of some three hundred kinds in plain text: in time that is linear in its length and independent of the number of
 * kinds. Encoded text has to be decoded by the caller.
 * @returns findings in order, without overlaps
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

/** Resolves overlaps: the more certain finding is kept, then the longer one. */
function withoutOverlaps(found: readonly SecretFinding[]): SecretFinding[] {
  const secretFindings: SecretFinding[] = []
  for (const finding of found.toSorted((left, right) => left.start - right.start)) {
    const last = secretFindings.at(-1)
    if (last === undefined || finding.start >= last.end) secretFindings.push(finding)
    else if (finding.score > last.score || (finding.score === last.score && length(finding) > length(last)))
      secretFindings[secretFindings.length - 1] = finding
  }
  return secretFindings
}

function length({ start, end }: SecretFinding): number {
  return end - start
}
