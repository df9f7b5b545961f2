import { isDayOfMonth } from './checksums.ts'
import type { Emit, PiiEntity, Source } from './entity.ts'
import { isDigitCode } from './tokens.ts'

/** Earlier births are history, not personal data. */
const BIRTH_YEAR_MIN = 1900
const BIRTH_YEAR_MAX = 2099

const MONTHS = [
  'jan(?:uary|uar|vier|uari)?|enero|gennaio|janeiro|янв(?:аря)?',
  'feb(?:ruary|ruar|ruari)?|févr(?:ier)?|febrero|febbraio|fevereiro',
  'mar(?:ch|zo|s|ço)?|märz|maart',
  'apr(?:il|ile)?|avril|abril',
  'may|mai|mayo|maggio|maio|mei',
  'june?|juni|juin|junio|giugno|junho',
  'july?|juli|juillet|julio|luglio|julho',
  'aug(?:ust|ustus)?|août|agosto',
  'sept?(?:ember|embre|iembre)?|settembre|setembro',
  'oct(?:ober|obre|ubre)?|okt(?:ober)?|ottobre|outubro',
  'nov(?:ember|embre|iembre|embro)?',
  'dec(?:ember|embre)?|dez(?:ember)?|déc(?:embre)?|diciembre|dicembre|dezembro',
].join('|')

const YEAR = String.raw`(?:19|20)\d{2}`
const NUMERIC = new RegExp(
  String.raw`\d{1,2}([./ -])\d{1,2}\1(?:${YEAR}|\d{2})|${YEAR}([./-])\d{1,2}\2\d{1,2}|${YEAR}年\d{1,2}月\d{1,2}日`,
  'y',
)
const DAY_FIRST = new RegExp(
  String.raw`\d{1,2}(?:st|nd|rd|th|\.|er)? (?:of |de |)(?:${MONTHS})\.?,? (?:de |)${YEAR}`,
  'iy',
)
const MONTH_FIRST = new RegExp(String.raw`(?<=\b(${MONTHS})\.? )\d{1,2}(?:st|nd|rd|th)?,? ${YEAR}`, 'iy')

/** Below the threshold: only a word such as "born" makes a date personal. */
const SCORE_BARE = 0.1

/** First three letters of months, and of words before a month; non-ASCII ones are not looked up. */
const MONTH_STARTS: ReadonlySet<number> = new Set(
  [...(MONTHS.match(/(?<![^|])[a-z]{3}/g) ?? []), 'of ', 'de '].map((start) =>
    pack(start.charCodeAt(0), start.charCodeAt(1), start.charCodeAt(2)),
  ),
)

function pack(first: number, second: number, third: number): number {
  return (first << 14) | (second << 7) | third
}

/** Which of the forms the characters after the digits leave open: most numbers in prose are no part of a date. */
function mayBeNumeric(units: Uint16Array, end: number, digits: number): boolean {
  const joint = units[end] as number
  if (digits === 4) return (joint >= 45 && joint <= 47) || joint === 0x5e74
  return digits <= 2 && ((joint >= 45 && joint <= 47) || (joint === 32 && isDigitCode(units[end + 1] as number)))
}

function mayLeadMonth(units: Uint16Array, end: number): boolean {
  // "3rd", "3." and "3er" have their mark before the space.
  const space = units[end] === 32 ? end : units[end + 1] === 32 ? end + 1 : end + 2
  if (units[space] !== 32) return false
  const first = units[space + 1] as number
  const second = units[space + 2] as number
  const third = units[space + 3] as number
  if (first >= 128 || second >= 128 || third >= 128) return true
  return MONTH_STARTS.has(pack(first | 32, second | 32, third | 32))
}

function mayEndAmerican(units: Uint16Array, start: number, end: number): boolean {
  if (start === 0 || units[start - 1] !== 32) return false
  for (let at = end; at <= end + 3; at++) {
    if (units[at] === 32) return units[at + 1] === 49 || units[at + 1] === 50
  }
  return false
}

function scanDates({ text, units, table }: Source, emit: Emit): void {
  for (let index = 0; index < table.count; index++) {
    const start = table.starts[index] as number
    const length = (table.ends[index] as number) - start
    if (length > 4) continue
    let end = start
    while (isDigitCode(units[end] as number)) end++
    const digits = end - start
    if (digits === 0 || digits === 3) continue
    const numeric = mayBeNumeric(units, end, digits) ? matchAt(NUMERIC, text, start) : null
    if (numeric !== null) {
      if (isDate(numeric[0])) emit(start, start + numeric[0].length, SCORE_BARE)
      continue
    }
    if (digits > 2) continue
    const named = mayLeadMonth(units, end) ? matchAt(DAY_FIRST, text, start) : null
    if (named !== null) {
      emit(start, start + named[0].length, SCORE_BARE)
      continue
    }
    const american = mayEndAmerican(units, start, end) ? matchAt(MONTH_FIRST, text, start) : null
    if (american === null) continue
    const lead = text.lastIndexOf(american[1] as string, start)
    emit(lead, start + american[0].length, SCORE_BARE)
  }
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}

function isDate(match: string): boolean {
  const parts = (match.match(/\d+/g) ?? []).map(Number)
  const [first = 0, second = 0, third = 0] = parts
  if (first >= BIRTH_YEAR_MIN) return first <= BIRTH_YEAR_MAX && isDayOfMonth(second, third)
  return isDayOfMonth(second, first) || isDayOfMonth(first, second)
}

export const dateOfBirth: PiiEntity = {
  name: 'DATE_OF_BIRTH',
  aliases: ['DOB', 'BIRTH_DATE', 'BIRTHDATE', 'BIRTHDAY'],
  title: 'Date of birth, named as such',
  group: 'personal',
  context: [
    ...'born dob birthday birthdate birth bday geboren geburtsdatum geburtstag né née naissance nacido nacida nacimiento'.split(
      ' ',
    ),
    ...'nato nata nascita nascido nascida nascimento geboortedatum urodzony urodzona född födelsedatum fødselsdato'.split(
      ' ',
    ),
    'date of birth',
    'birth date',
    'd o b',
    'рождения',
    'родился',
    'родилась',
    '出生',
    '生年月日',
    '생년월일',
  ],
  counter: [
    'expires',
    'expiry',
    'created',
    'updated',
    'due',
    'released',
    'issued',
    'valid',
    'shipped',
    'delivered',
    'published',
    'meeting',
    'founded',
  ],
  boost: 0.6,
  immune: false,
  decoded: false,
  scan: scanDates,
  examples: {
    finds: [
      ['She was born on 5/11/1993.', '5/11/1993'],
      ['DOB: 1984-02-29', '1984-02-29'],
      ['Geboren am 17. Mai 1972', '17. Mai 1972'],
      ['date of birth March 3, 1990', 'March 3, 1990'],
      ['née le 4 août 1961', '4 août 1961'],
    ],
    ignores: [
      'The meeting is on 5/11/2024.',
      'released 2024-02-29',
      'born to run 99/99/9999',
      'It was founded on 3 March 1990',
    ],
  },
}
