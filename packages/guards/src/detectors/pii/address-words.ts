/** Bits of the backward forms, by their positions in the list of forms. */
const PREFIX_FIRST = 1 << 2
const WORD_FIRST = 1 << 3
const BOX = 1 << 4
const STATE_ZIP = 1 << 5
const MILITARY = 1 << 6
const UNIT_ALONE = 1 << 7
const ZIP_NAMED = 1 << 8
const ALL_BACK = PREFIX_FIRST | WORD_FIRST | BOX | STATE_ZIP | MILITARY | UNIT_ALONE | ZIP_NAMED

/**
 * Endings of the word before a number, three letters in lower case, by form. A space means a non-letter before two letters. Non-ASCII
 * letters are not looked up: they leave every form possible.
 */
const ENDINGS: readonly (readonly [forms: number, endings: string])[] = [
  [PREFIX_FIRST, ' of,the,and, de, du,des, la, le,del,dos, da,van,von,der,den, zu,idi, st, nd, rd, th'],
  [WORD_FIRST, 'sse,str,atz,lee,amm,fer,weg,aat,aan,ein,cht,ade,ijk,tan,gen,vej,ien,gur,atu,tca,tja'],
  [BOX, 'box,ach,bus,tal,eos,ale, bp'],
  [MILITARY, ' aa, ae, ap'],
  [UNIT_ALONE, 'apt,ent,ite,ste'],
  [ZIP_NAMED, 'zip,ode,plz,ahl,tal,cep, is,ist'],
]

/** Words before a street's name, as parts of expressions. */
export const PREFIX_WORDS =
  'rue avenue av\\.? boulevard bd\\.? allée impasse quai chemin route cours calle c\\/ avenida avda\\.? carrera paseo plaza via viale ' +
  'piazza corso largo rua praça travessa estrada alameda ul\\.? ulica aleja al\\. ulitsa ул\\. улица проспект jalan jl\\.? λεωφ\\.? οδός'

/** The first two letters of those, and of words between number and street. */
const PREFIX_STARTS: ReadonlySet<number> = new Set(
  `${PREFIX_WORDS} bis ter`
    .replaceAll('\\', '')
    .split(' ')
    .map((word) => pack(0, word.charCodeAt(0), word.charCodeAt(1))),
)

/** `NAME` in the forms matches no more. */
const NAME_UNITS_MAX = 64
const NUMBER_DIGITS_MAX = 5

const FORMS_BY_ENDING: ReadonlyMap<number, number> = byEnding()

function byEnding(): Map<number, number> {
  const forms = new Map<number, number>()
  for (const [form, endings] of ENDINGS) {
    for (const ending of endings.split(',')) {
      const packed = pack(ending.charCodeAt(0), ending.charCodeAt(1), ending.charCodeAt(2))
      forms.set(packed, (forms.get(packed) ?? 0) | form)
    }
  }
  return forms
}

function pack(third: number, second: number, last: number): number {
  return (third << 14) | (second << 7) | last
}

/** Returns the forms that are possible after the word before the number at `run`, one bit each; 0 for most numbers in prose. */
export function backwardForms(units: Uint16Array, run: number): number {
  const before = unitBefore(units, run)
  if (before === 35) return UNIT_ALONE
  if (before !== 32) return 0
  let end = run - 1
  const own = beginsName(units, end) ? PREFIX_FIRST : 0
  // "Apt. 5", "zip: 12345", "str. 3": the mark is no part of the ending.
  const mark = unitBefore(units, end)
  if (mark === 46 || mark === 58) end--
  const last = unitBefore(units, end)
  const second = unitBefore(units, end - 1)
  const third = unitBefore(units, end - 2)
  if (last >= 128 || second >= 128 || third >= 128) return ALL_BACK
  if (!isLetter(last)) return own
  // "u. 5": the only ending of a single letter.
  if (!isLetter(second) && !isDigit(second)) return (last | 32) === 117 ? own | WORD_FIRST : own
  const state = isUpper(last) && isUpper(second) ? STATE_ZIP : 0
  return own | state | (FORMS_BY_ENDING.get(pack(isLetter(third) ? third | 32 : 32, second | 32, last | 32)) ?? 0)
}

/** Whether the word before `end` starts like a name: with a capital, or with a non-ASCII letter, which may be one. */
function beginsName(units: Uint16Array, end: number): boolean {
  let start = end
  while (start > 0 && end - start < NAME_UNITS_MAX && units[start - 1] !== 32) start--
  const first = units[start] as number
  return start < end && (isUpper(first) || first >= 128)
}

/**
 * Whether the text after the number at `run` may continue as a street: a capital, a further number, a letter, or the first letters of a
 * word such as "rue".
 */
export function mayLeadForward(units: Uint16Array, run: number): boolean {
  let at = run
  while (isDigit(units[at] as number)) at++
  if (at - run > NUMBER_DIGITS_MAX) return false
  // "12B Baker Street"; a longer word does not belong to a house number.
  if (isLetter(units[at] as number) && !isLetter(units[++at] as number) && isDigit(units[at] as number)) return false
  const next = units[at] as number
  if (isLetter(next)) return false
  if (next === 45 || next === 47) return isDigit(units[at + 1] as number)
  if (next === 44) at++
  if (units[at] !== 32) return next >= 128
  const first = units[at + 1] as number
  const second = units[at + 2] as number
  if (isUpper(first) || isDigit(first) || first >= 128) return true
  return isLetter(first) && (PREFIX_STARTS.has(pack(0, first, second)) || !isLetter(second))
}

function unitBefore(units: Uint16Array, at: number): number {
  return at <= 0 ? 0 : (units[at - 1] as number)
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || isUpper(unit)
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}
