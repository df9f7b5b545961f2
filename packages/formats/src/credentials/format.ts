import { picture, type Picture } from './picture.ts'

/** One kind of credential of a vendor, whose structure the vendor publishes. */
export interface SecretFormat {
  /** Snake case; the `kind` of what is found. */
  readonly id: string
  readonly vendor: string
  readonly what: string
  /** Where the vendor shows the structure. */
  readonly source: string
  readonly pictures: readonly Picture[]
  /** Words of the name that such a value is assigned to; empty where the value shows by itself what it is. Small letters. */
  readonly names: readonly string[]
  readonly score: number
  /** A further test of the value; `proven` where a checksum or a signature leaves no doubt. */
  readonly check: Check | undefined
}

export type Check = (value: string) => boolean | 'proven'

/** What a file of formats/ says about one kind. */
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
/** A value of the right length and alphabet behind the right name. */
const NAMED_SCORE = 0.75

/** The formats of one vendor, by their ids. */
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
