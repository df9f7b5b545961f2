/** Kinds of difference between confusable names. */
export type LikenessKind =
  | 'lookalike'
  | 'swapped'
  | 'doubled'
  | 'keyboard'
  | 'omitted'
  | 'inserted'
  | 'replaced'
  | 'separator'
  | 'reordered'
  | 'affix'

/** Base confidence of each kind that the similarity is intended. */
const SURE: Readonly<Record<LikenessKind, number>> = {
  lookalike: 0.75,
  swapped: 0.7,
  doubled: 0.6,
  keyboard: 0.5,
  omitted: 0.5,
  separator: 0.45,
  inserted: 0.42,
  replaced: 0.38,
  reordered: 0.45,
  affix: 0.2,
}

/** Descriptions, as the end of "differs from it by". */
export const LIKENESS_WORDS: Readonly<Record<LikenessKind, string>> = {
  lookalike: 'characters that look alike',
  swapped: 'two swapped letters',
  doubled: 'a doubled or missing double letter',
  keyboard: 'a neighboring key on the keyboard',
  omitted: 'a missing letter',
  separator: 'a hyphen, dot or underscore',
  inserted: 'one more letter',
  replaced: 'another letter',
  reordered: 'the order of its words',
  affix: 'a common prefix or suffix',
}

export interface Likeness {
  readonly kind: LikenessKind
  /** 0–1. */
  readonly sure: number
}

/** Names shorter than this are neighbours of too many others. */
export const NAME_UNITS_MIN = 5

/** A plural is a word of its own, not a slip. */
const PLURAL_MALUS = 0.32

const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Returns the difference of two names that are one edit apart, or look alike; undefined for all others. */
export function likenessOf(name: string, known: string): Likeness | undefined {
  if (name === known) return undefined
  const shorter = Math.min(name.length, known.length)
  if (looksAlike(name, known, shorter)) return of('lookalike', shorter)
  if (unseparated(name) === unseparated(known)) return of('separator', shorter)
  if (shorter < NAME_UNITS_MIN) return undefined
  return editOf(name, known, shorter)
}

/**
 * Returns whether names differ in lookalike letter groups such as `cl` and `d`: only in long names; `cliff` and `diff` are different
 * words.
 */
function looksAlike(name: string, known: string, shorter: number): boolean {
  const isLong = shorter >= GROUPED_UNITS_MIN
  return isLong ? skeleton(name) === skeleton(known) : withoutHomoglyphs(name) === withoutHomoglyphs(known)
}

/** Names from this length on are compared with letter groups folded. */
const GROUPED_UNITS_MIN = 7

function editOf(name: string, known: string, shorter: number): Likeness | undefined {
  let from = 0
  while (from < shorter && name[from] === known[from]) from += 1
  let nameEnd = name.length
  let knownEnd = known.length
  while (nameEnd > from && knownEnd > from && name[nameEnd - 1] === known[knownEnd - 1]) {
    nameEnd -= 1
    knownEnd -= 1
  }
  const more = name.slice(from, nameEnd)
  const less = known.slice(from, knownEnd)
  if (more.length === 2 && less.length === 2 && more[0] === less[1] && more[1] === less[0])
    return of('swapped', shorter)
  if (more.length > 1 || less.length > 1) return undefined
  // Numbered releases of one project: `eventemitter2` and `eventemitter3`.
  if (/^\d$/.test(more) && /^\d$/.test(less)) return undefined
  const isPlural = (more === 's' || less === 's') && /^(?:$|[-_.])/.test(name.slice(nameEnd))
  const isNumber = /^\d$/.test(more) || /^\d$/.test(less)
  const malus = (isPlural ? PLURAL_MALUS : 0) + (isNumber ? 0.2 : 0) + (from === 0 ? 0.08 : 0)
  if (more === '') return less === known[from - 1] ? of('doubled', shorter, malus) : of('omitted', shorter, malus)
  if (less === '') return more === name[from - 1] ? of('doubled', shorter, malus) : of('inserted', shorter, malus)
  return areNeighbours(more, less) ? of('keyboard', shorter, malus) : of('replaced', shorter, malus)
}

/** Short names are often similar by chance, long ones rarely. */
function of(kind: LikenessKind, length: number, malus = 0): Likeness {
  const byLength = length <= 5 ? -0.12 : length <= 6 ? -0.05 : length >= 9 ? 0.08 : 0
  return { kind, sure: Math.round((SURE[kind] + byLength - malus) * 100) / 100 }
}

/** Returns the likeness of names with reordered or added words. */
export function looselyLike(kind: 'reordered' | 'affix', length: number): Likeness {
  return of(kind, length)
}

function areNeighbours(a: string, b: string): boolean {
  for (const [at, row] of ROWS.entries()) {
    const here = row.indexOf(a)
    if (here === -1) continue
    if (Math.abs(row.indexOf(b) - here) === 1 && row.includes(b)) return true
    const near = [ROWS[at - 1], ROWS[at + 1]]
    return near.some((other) => other !== undefined && other.includes(b) && Math.abs(other.indexOf(b) - here) <= 1)
  }
  return false
}

/** Returns a normalized form of the visual appearance of a name. */
export function skeleton(name: string): string {
  return withoutHomoglyphs(name).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}

/** Replaces lookalike characters by their Latin letters. */
function withoutHomoglyphs(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[аеорсухіѕԁɡ]/g, (letter) => CYRILLIC[letter] ?? letter)
    .replaceAll('0', 'o')
    .replaceAll(/[1|]/g, 'l')
}

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  ɡ: 'g',
}

export function unseparated(name: string): string {
  return name.replaceAll(/[-_.]/g, '')
}

const AFFIX =
  /^(?:node-|js-|py-|python-|python3-|python|rust-|lib-)|(?:-js|\.js|js|-node|-py|-python|-python3|-rs|-rust|-lib|-core|-utils?|-api|-sdk|-cli|-main|-pro|-plus|2|3)$/

/** Removes affixes that authors add when a name is taken. */
export function withoutAffix(name: string): string {
  return name.replace(AFFIX, '')
}

export function sortedWords(name: string): string {
  return name.split(/[-_.]/).toSorted().join('-')
}
