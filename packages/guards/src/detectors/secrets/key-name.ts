import { AnchorIndex } from '../pii/anchors.ts'
import { TRIGRAM_UNITS, trigramAt } from '../pii/trigrams.ts'

/** The name to which a value on the line is assigned, as `[start, end)` of the text. */
export interface KeyName {
  readonly start: number
  readonly end: number
  /**
   * How name and value are joined: by an assignment operator; with a quoted name, as in `header("X-Key", "…")`; by
   * punctuation; or by blanks alone, as in "the key is …" and `--token …`.
   */
  readonly joint: 'assigned' | 'listed' | 'loose' | 'blank'
}

/** Maximum number of quotes, spaces and assignment operators between a name and its value. */
const JOINT_UNITS_MAX = 16
/** Characters of a name that are read. */
const NAME_UNITS_MAX = 64

/** Returns the name before `start`, or undefined without one. Takes a bounded number of steps. */
export function readKeyName(text: string, units: Uint16Array, start: number, floor: number): KeyName | undefined {
  let at = start
  let joint: KeyName['joint'] = 'blank'
  const jointEnd = Math.max(floor, start - JOINT_UNITS_MAX)
  for (; at > jointEnd; at--) {
    const unit = units[at - 1] as number
    if (isAssignment(unit)) joint = 'assigned'
    else if (isListing(unit)) joint = joint === 'blank' ? 'listed' : joint
    else if (!isFiller(unit)) break
  }
  if (at === start) return undefined
  // A comma or bracket after a bare word is punctuation.
  if (joint === 'listed' && !isQuote(units[at] as number)) joint = 'loose'
  const from = startOfName(units, at, floor)
  if (at - from < ASIDE_UNITS_MAX) {
    const aside = text.slice(from, at).trim()
    // In a Kubernetes list, the name of an environment variable is on the line before its value.
    if (units[from - 1] === LINE_FEED && /^"?value"?$/.test(aside)) return keyBefore(units, from - 1, floor, joint)
    if (units[from - 1] === COLON && TYPES.test(aside)) return keyBefore(units, from - 1, floor, joint)
  }
  return keyBefore(units, at, floor, joint)
}

/** Maximum length of text between a name and its value: the word `value` on a line of its own, or a type. */
const ASIDE_UNITS_MAX = 40
const TYPES = /^(?:str|&str|&'static str|string|text|any|SecretStr|SecretString)$/i
const LINE_FEED = 10
const COLON = 58

function keyBefore(units: Uint16Array, end: number, floor: number, joint: KeyName['joint']): KeyName | undefined {
  const start = startOfName(units, end, floor)
  return end - start < 2 ? undefined : { start, end, joint }
}

function startOfName(units: Uint16Array, end: number, floor: number): number {
  const from = Math.max(floor, end - NAME_UNITS_MAX)
  let at = end
  while (at > from && isOfName(units[at - 1] as number)) at--
  return at
}

/** `=`, `:`, `>` of an arrow, and `|` and `?` of defaults. */
function isAssignment(unit: number): boolean {
  return unit === 61 || unit === 58 || unit === 62 || unit === 124 || unit === 63
}

/** `,` and `(`. */
function isListing(unit: number): boolean {
  return unit === 44 || unit === 40
}

function isQuote(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 96
}

/** Blanks, quotes, the backslash of a quoted quote. */
function isFiller(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 92 || isQuote(unit)
}

/** Letters, digits, blanks, quotes and `_ - . [ ] $ @ #`. */
function isOfName(unit: number): boolean {
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit > 127) return true
  return isFiller(unit) || unit === 95 || unit === 45 || unit === 46 || unit === 91 || unit === 93 || unit === 36
}

/** Words to be found inside names, in any case. */
export class NameIndex<Entry> {
  readonly #index: AnchorIndex
  readonly #entries: readonly (readonly Entry[])[]

  constructor(words: ReadonlyMap<string, readonly Entry[]>) {
    this.#index = new AnchorIndex([...words.keys()])
    this.#entries = [...words.values()]
  }

  /** Returns the entry for the words in `[start, end)`, the word nearest to the end first. */
  find(text: string, units: Uint16Array, start: number, end: number): readonly Entry[] {
    const { filter } = this.#index
    let marks: number[] | undefined
    for (let at = start + TRIGRAM_UNITS; at <= end; at++)
      if (filter[trigramAt(units, at)] !== 0) (marks ??= []).push(at)
    if (marks === undefined) return []
    const found: Entry[] = []
    this.#index.match(text, units, marks, (word, wordEnd) => {
      if (wordEnd <= end) found.unshift(...(this.#entries[word] ?? []))
    })
    return found
  }
}
