import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Tags of a token; `other` is not reported. */
export const TAGS = ['other', 'person', 'location', 'organization', 'address'] as const
export type Tag = (typeof TAGS)[number]

/** A linear-chain conditional random field over hashed features, a signed byte each. */
export interface TaggerModel {
  /** Features are numbered below 2 to this power. */
  readonly bits: number
  /** Value of one step of a byte. */
  readonly scale: number
  /** From tag to tag, row by row, in natural units. */
  readonly transitions: readonly number[]
  /** By feature, one byte for each tag. */
  readonly weights: Int8Array
  /** How words are written in ordinary text, two bits for each hash: see `casing.ts`. */
  readonly casing: Uint8Array
}

/** Number of hash bits per word in the casing table. */
export const CASING_BITS = 16

const MAGIC = 'GHCRF1\n'

interface Header {
  readonly bits: number
  readonly scale: number
  readonly transitions: readonly number[]
}

/** Bytes of a model file: gzip of "GHCRF1\n", a line of JSON, the table of casing and the weights; the same model, the same bytes. */
export function encodeTagger({ bits, scale, transitions, weights, casing }: TaggerModel): Buffer {
  const header: Header = { bits, scale, transitions }
  const head = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`)
  const body = Buffer.from(weights.buffer, weights.byteOffset, weights.length)
  return gzipSync(Buffer.concat([head, casing, body]), { level: 9 })
}

/** @throws {Error} when the bytes are no model of this form: a damaged installation, not a mistake of a user */
export function decodeTagger(bytes: Uint8Array): TaggerModel {
  const raw = gunzipSync(bytes)
  if (raw.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a tagger model of this version')
  const lineEnd = raw.indexOf(10, MAGIC.length)
  const header = JSON.parse(raw.toString('utf8', MAGIC.length, lineEnd)) as Header
  const casingBytes = 2 ** CASING_BITS / 4
  const weightsFrom = lineEnd + 1 + casingBytes
  const size = 2 ** header.bits * TAGS.length
  if (raw.length !== weightsFrom + size) throw new Error('the tagger model is cut short')
  return {
    ...header,
    casing: new Uint8Array(raw.buffer, raw.byteOffset + lineEnd + 1, casingBytes),
    weights: new Int8Array(raw.buffer, raw.byteOffset + weightsFrom, size),
  }
}

let shipped: TaggerModel | undefined

/** Returns the model in `models/`, loaded at first use and cached. */
export function shippedTagger(): TaggerModel {
  shipped ??= decodeTagger(readFileSync(new URL('../../../../models/pii-tagger.bin', import.meta.url)))
  return shipped
}
