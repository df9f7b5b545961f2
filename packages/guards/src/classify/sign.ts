/** A signal in a text: an expression on lower-case text, with a prefilter. */
export interface Sign {
  readonly name: string
  /** Gaps are bounded, so the work is linear. */
  readonly pattern: RegExp
  /** Groups of literals. Each group needs one match. Default: the pattern is always tried. */
  readonly needs?: Needs
}

/** Each literal as the numbers of its letter triples. */
export type Needs = readonly (readonly Uint16Array[])[]

/**
 * Creates a sign with its required literals, such as `'ignor|forget & rule|prompt'`: one of each group. Only letters count; other
 * characters are gaps. A literal has at least three characters.
 */
export function sign(name: string, source: string, needs?: string): Sign {
  const pattern = new RegExp(source, 'u')
  if (needs === undefined) return { name, pattern }
  const groups = needs.split(' & ').map((group) => group.split('|').map(triplesOf))
  return { name, pattern, needs: groups }
}

/** Letters take five bits; every other character is 0. */
const TRIPLES = 1 << 15
const metBy = new Uint16Array(TRIPLES)
let textNumber = 0

/**
 * Matches the signs on a text and returns the present ones, in the order of the signs. Needs one pass over the text and few expressions.
 */
export function readSigns(signs: readonly Sign[], lower: string): boolean[] {
  readTriples(lower)
  return signs.map(({ pattern, needs }) => (needs === undefined || needs.every(hasOne)) && pattern.test(lower))
}

function hasOne(literals: readonly Uint16Array[]): boolean {
  return literals.some(isMet)
}

function isMet(triples: Uint16Array): boolean {
  for (let at = 0; at < triples.length; at += 1) if (metBy[triples[at]!] !== textNumber) return false
  return true
}

let lastText: string | undefined

function readTriples(text: string): void {
  // Several guards read the same text in sequence.
  if (text === lastText) return
  lastText = text
  textNumber += 1
  if (textNumber > 0xffff) {
    metBy.fill(0)
    textNumber = 1
  }
  let triple = 0
  for (let at = 0; at <= text.length; at += 1) {
    triple = ((triple << 5) | letterOf(at === text.length ? 0 : text.charCodeAt(at))) & (TRIPLES - 1)
    metBy[triple] = textNumber
  }
}

function letterOf(code: number): number {
  return code >= 97 && code <= 122 ? code - 96 : 0
}

function triplesOf(literal: string): Uint16Array {
  if (literal.length < 3) throw new Error(`"${literal}" is too short to look for`)
  return Uint16Array.from({ length: literal.length - 2 }, (_, at) =>
    [0, 1, 2].reduce((triple, step) => (triple << 5) | letterOf(literal.charCodeAt(at + step)), 0),
  )
}
