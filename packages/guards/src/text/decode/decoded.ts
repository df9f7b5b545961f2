import { onto, type Layer } from '../layer.ts'
import { normalOf, type Met } from '../normal.ts'
import * as hint from '../scan.ts'
import { decodeBase32 } from './base32.ts'
import { decodeBase64 } from './base64.ts'
import { decodeBinaryCodes, decodeDecimalCodes, decodeHexCodes, decodeOctalCodes } from './codes.ts'
import { codeRows } from './code-rows.ts'
import { decodeEntities } from './entities.ts'
import { decodeEscapes } from './escapes.ts'
import { excerptAt, finish, newExcerpt, type Excerpt } from './excerpt.ts'
import { decodeHex } from './hex.ts'
import { longRuns } from './long-runs.ts'
import { decodePercent } from './percent.ts'
import { decodeQuotedPrintable } from './quoted-printable.ts'
import { decodeReversedWords, flippedOf, reversedOf, turnedStretch, type Backwards } from './reversed.ts'
import { decodeRot13 } from './rot13.ts'
import { DECODE_DEPTH_MAX, type Blob, type Session } from './session.ts'
import { decodeSelectors, decodeTags, decodeZeroWidth } from './smuggled.ts'

export interface DecodedLayer extends Layer {
  readonly encodings: readonly string[]
  /** Result of `scan` for it. */
  readonly seen: hint.Scan
}

interface Family {
  readonly encoding: string
  /** Required `scan` flags. */
  readonly hints: number
  readonly decode: (excerpt: Excerpt) => void
}

/** Encodings that hide in visible text. */
const VISIBLE: readonly Family[] = [
  { encoding: 'html', hints: hint.AMPERSAND, decode: decodeEntities },
  { encoding: 'url', hints: hint.PERCENT, decode: decodePercent },
  { encoding: 'escape', hints: hint.BACKSLASH, decode: decodeEscapes },
  { encoding: 'quoted-printable', hints: hint.EQUALS, decode: decodeQuotedPrintable },
  { encoding: 'base64', hints: hint.LONG_RUN, decode: decodeBase64 },
  { encoding: 'base32', hints: hint.LONG_RUN, decode: decodeBase32 },
  { encoding: 'hex', hints: hint.LONG_RUN, decode: decodeHex },
  { encoding: 'hex', hints: hint.DIGITS, decode: decodeHexCodes },
  { encoding: 'decimal', hints: hint.DIGITS, decode: decodeDecimalCodes },
  { encoding: 'octal', hints: hint.DIGITS, decode: decodeOctalCodes },
  { encoding: 'binary', hints: hint.DIGITS, decode: decodeBinaryCodes },
  { encoding: 'rot13', hints: hint.ROTATED, decode: decodeRot13 },
  { encoding: 'reversed-words', hints: hint.REVERSED, decode: decodeReversedWords },
]

/** Encodings in invisible characters; `normal` has removed them, so they are decoded from the original. */
const INVISIBLE: readonly Family[] = [
  { encoding: 'tags', hints: hint.NON_ASCII, decode: decodeTags },
  { encoding: 'variation-selectors', hints: hint.NON_ASCII, decode: decodeSelectors },
  { encoding: 'zero-width', hints: hint.NON_ASCII, decode: decodeZeroWidth },
]

/** All flags that these encodings require. */
const WORTH_A_LOOK = hint.REVERSED | VISIBLE.reduce((all, { hints }) => all | hints, 0)

interface Found {
  readonly decoded: DecodedLayer[]
  readonly blobs: Blob[]
}

/** Start of the search: a text, its offset map, and its scan result. */
export interface Start {
  readonly original: Layer
  /** Result of the normalization. */
  readonly met: Met
  readonly normal: Layer
  /** Result of `scan` for the normal form. */
  readonly seen: hint.Scan
}

/** Returns all decoded texts, those of one step before those of two; all are different. */
export function decodeAll(start: Start, session: Session): Found {
  const found: Found = { decoded: [], blobs: [] }
  const { met } = start
  if ((start.seen.flags & WORTH_A_LOOK) === 0 && !met.invisible && !met.shapes) return found
  // At most a dozen texts: comparing them costs less than a hash of each.
  const seen = [start.original.text, start.normal.text]
  if (met.invisible) tryFamilies(INVISIBLE, start.original, [], HIDDEN, found, seen, session)
  if (met.shapes) addBackwards('upside-down', flippedOf(start.original.text), start.original, [], found, seen, session)
  tryVisible(start.normal, [], start.seen, found, seen, session)
  let from = 0
  for (let depth = 2; depth <= DECODE_DEPTH_MAX; depth++) {
    const to = found.decoded.length
    for (const layer of found.decoded.slice(from, to)) {
      tryVisible(layer, layer.encodings, layer.seen, found, seen, session)
    }
    from = to
  }
  return found
}

function tryVisible(
  layer: Layer,
  encodings: readonly string[],
  noted: hint.Scan,
  found: Found,
  seen: string[],
  session: Session,
): void {
  // A second reversal restores the original text.
  const turns = !encodings.some((name) => name.startsWith('reversed')) && (noted.flags & hint.REVERSED) !== 0
  const looks: DecodeHints = {
    flags: encodings.includes('rot13') ? noted.flags & ~hint.ROTATED : noted.flags,
    runs: longRuns(layer.text, hint.flaggedRanges(noted, hint.LONG_RUN)),
    codes: codeRows(layer.text, hint.flaggedRanges(noted, hint.DIGITS)),
    turned: turns ? turnedStretch(layer.text) : NOWHERE,
  }
  tryFamilies(VISIBLE, layer, encodings, looks, found, seen, session)
  if (turns) addBackwards('reversed', reversedOf(layer.text, looks.turned), layer, encodings, found, seen, session)
}

const NOWHERE: readonly number[] = []

/** Encodings to try, with their places; a family without places searches the whole text. */
interface DecodeHints {
  readonly flags: number
  /** Long runs of letters and digits. */
  readonly runs: readonly number[]
  /** Numbers in a row. */
  readonly codes: readonly number[]
  /** Prose that runs backwards. */
  readonly turned: readonly number[]
}

function hintRanges({ hints }: Family, looks: DecodeHints): readonly number[] | undefined {
  if (hints === hint.LONG_RUN) return looks.runs
  if (hints === hint.DIGITS) return looks.codes
  return hints === hint.REVERSED ? looks.turned : undefined
}

const HIDDEN: DecodeHints = { flags: hint.NON_ASCII, runs: NOWHERE, codes: NOWHERE, turned: NOWHERE }

function tryFamilies(
  families: readonly Family[],
  layer: Layer,
  encodings: readonly string[],
  looks: DecodeHints,
  found: Found,
  seen: string[],
  session: Session,
): void {
  for (const family of families) {
    if ((family.hints & looks.flags) === 0 || session.views <= 0 || session.units <= 0) continue
    const places = hintRanges(family, looks)
    if (places?.length === 0) continue
    const excerpt =
      places === undefined ? newExcerpt(layer.text, session.units) : excerptAt(layer.text, places, session.units)
    family.decode(excerpt)
    session.meter.units += layer.text.length
    for (const { start, end, bytes, kind } of excerpt.blobs) {
      const [from, to] = layer.back(start, end)
      found.blobs.push({ start: from, end: to, encoding: family.encoding, bytes, kind })
    }
    const rendering = finish(excerpt)
    if (rendering !== undefined) add(onto(layer, rendering), [...encodings, family.encoding], found, seen, session)
  }
}

function addBackwards(
  encoding: string,
  turned: Backwards | undefined,
  layer: Layer,
  encodings: readonly string[],
  found: Found,
  seen: string[],
  session: Session,
): void {
  session.meter.units += layer.text.length
  if (turned === undefined || session.views <= 0 || session.units < turned.text.length) return
  const back = (start: number, end: number): readonly [number, number] => layer.back(...turned.back(start, end))
  add({ text: turned.text, back }, [...encodings, encoding], found, seen, session)
}

/** Stores a decoded text in its normal form, unless it is stored already. */
function add(layer: Layer, encodings: readonly string[], found: Found, seen: string[], session: Session): void {
  session.meter.units += layer.text.length
  const raw = hint.scan(layer.text)
  const plain = (raw.flags & (hint.NON_ASCII | hint.CONTROL)) === 0
  const normal = plain ? undefined : normalOf(layer.text).rendering
  const { text, back }: Layer = normal === undefined ? layer : onto(layer, normal)
  if (text.length === 0 || seen.includes(text)) return
  seen.push(text)
  session.views--
  session.units -= text.length
  found.decoded.push({ text, back, encodings, seen: normal === undefined ? raw : hint.scan(text) })
}
