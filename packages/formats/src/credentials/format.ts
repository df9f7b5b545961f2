import { picture, type Picture } from './picture.ts'

/** Credential type of a vendor with a published format. */
export interface SecretFormat {
  /** Snake case; the `kind` of a finding. */
  readonly id: string
  readonly vendor: string
  readonly what: string
  /** Vendor documentation of the format. */
  readonly source: string
  readonly pictures: readonly Picture[]
  /** Words in names that such a value is assigned to, in lower case; empty for self-identifying values. */
  readonly names: readonly string[]
  readonly score: number
  /** Additional check of the value; `proven` when a checksum or a signature verifies it. */
  readonly check: Check | undefined
}

export type Check = (value: string) => boolean | 'proven'

/** Entry of a file in formats/ for one credential type. */
interface FormatSpec {
  readonly what: string
  /** Pictures of picture.ts. */
  readonly is: string | readonly string[]
  /** Words of the name before the value, with spaces between; for values without a mark of their own. */
  readonly named?: string
  readonly score?: number
  readonly check?: Check
}

/** A value with a mark of its own. */
const MARKED_SCORE = 0.9
/** Score of a value with the right length and alphabet after a matching name. */
const NAMED_SCORE = 0.75

/** Returns the formats of one vendor, by id. */
export function vendor(name: string, source: string, specs: Readonly<Record<string, FormatSpec>>): SecretFormat[] {
  return Object.entries(specs).map(([id, spec]) => ({
    id,
    vendor: name,
    what: spec.what,
    source,
    pictures: [spec.is].flat().map(picture),
    names: spec.named?.split(' ') ?? [],
    score: spec.score ?? (spec.named === undefined ? MARKED_SCORE : NAMED_SCORE),
    check: spec.check,
  }))
}
