import { isInDump } from './dumps.ts'
import type { Emit, PiiEntity, Source } from './entity.ts'
import { E164_DIGITS_MAX, isE164, isNanp, isNanpShaped } from './phone-plans.ts'
import { isAlnumCode, isDigitCode } from './tokens.ts'

/** A written number is at most this long with its separators; longer chains are read from a later run. */
const CHAIN_CHARS_MAX = 28

/** Subtracted in a column of numbers, where groups of digits have little meaning. */
const ROW_PENALTY = 0.2

/** Shorter numbers are services and extensions that name no person. */
const DIGITS_MIN = 6

/** A way of writing national numbers. Each starts at a run of digits or at the parenthesis before it. */
interface NationalForm {
  readonly form: RegExp
  readonly score: number
  /** Rejects what the form cannot exclude on its own; receives only the digits. */
  readonly fits?: (digits: string) => boolean
}

const nanp = (digits: string): boolean => isNanpShaped(digits.length > 10 ? digits.slice(-10) : digits)
const strictNanp = (digits: string): boolean => isNanp(digits.slice(-10))

/** Most telling first: the first that matches decides. */
const NATIONAL: readonly NationalForm[] = [
  { form: /(?:1[ -.])?\([2-9]\d{2}\) ?\d{3}[ -.]\d{4}/y, score: 0.75, fits: nanp },
  { form: /(?:(?:00)?1[-.])?[2-9]\d{2}([-.])\d{3}\1\d{4}/y, score: 0.6, fits: nanp },
  { form: /(?:1 )?[2-9]\d{2} \d{3}[ -]\d{4}/y, score: 0.5, fits: strictNanp },
  { form: /\(0\d{1,4}\) ?\d{2,4}(?:[ -]?\d{2,4}){1,3}/y, score: 0.65 },
  { form: /\(\d{2}\) ?9?\d{4}[- ]\d{4}/y, score: 0.65 },
  { form: /0[1-9](?:([ .])\d{2})(?:\1\d{2}){3}/y, score: 0.65 },
  { form: /07\d{3} \d{6}|07\d{3} \d{3} \d{3}|0\d{4} \d{6}|0\d{3} \d{3} \d{4}|02\d \d{4} \d{4}/y, score: 0.6 },
  { form: /0[1-9]\d?-\d{4}-\d{4}|0[789]0-?\d{4}-?\d{4}|01[016789]-\d{3,4}-\d{4}/y, score: 0.6 },
  { form: /1[3-9]\d[ -]\d{4}[ -]\d{4}/y, score: 0.6 },
  { form: /1[3-9]\d{9}|07\d{9}/y, score: 0.4 },
  { form: /\d{3}([-.])\d{3}\1\d{4}/y, score: 0.3 },
  { form: /0\d{1,4}\/\d{4,8}/y, score: 0.45 },
  { form: /0\d{2,4}(?:[ -]\d{2,4}){2,4}/y, score: 0.45, fits: (digits) => digits.length >= 9 && digits.length <= 12 },
  { form: /[6-9]\d{4} \d{5}/y, score: 0.4 },
  { form: /[6789]\d{2}(?:[ -]\d{3}){2}|[6789]\d{2}(?:[ -]\d{2}){3}/y, score: 0.35 },
  { form: /0[1-9]\d{8,9}/y, score: 0.2 },
  // Without a plan of their own these rest on the words near: "Phone: 72 128 827".
  {
    form: /(?:\(\d{2,4}\)|\d{2,4})(?:[ -]\d{2,8}){1,4}/y,
    score: 0.12,
    fits: (digits) => digits.length >= 6 && digits.length <= 12,
  },
  { form: /\d{7,11}/y, score: 0.1 },
]

const EXTENSION = /(?: ?(?:x|ext\.?|extension|#|доб\.?) ?\d{1,6})/iy

function scanPhones({ text, table }: Source, emit: Emit): void {
  let done = 0
  for (let index = 0; index < table.count; index++) {
    const run = table.starts[index] as number
    if (run < done || !isDigitCode(text.charCodeAt(run)) || !isLongEnough(text, run)) continue
    done = Math.max(done, international(text, run, emit) ?? national(text, run, emit) ?? 0)
  }
}

/** Reads `+46 (0)8 928 571 38`, `0046…`, `011 46…`: longest reading first. Returns the end of the number. */
function international(text: string, run: number, emit: Emit): number | undefined {
  const plus = text[run - 1] === '+' ? run - 1 : text[run - 2] === '+' && text[run - 1] === '(' ? run - 2 : -1
  const prefix = plus >= 0 ? '' : (/(?:00|011 ?)(?=[1-9])/y.exec(text.slice(run, run + 5))?.[0] ?? '')
  if (plus < 0 && prefix === '') return undefined
  const start = plus >= 0 ? plus : run
  if (isJoinedBefore(text, start)) return undefined
  const ends = chainEnds(text, run + prefix.length)
  for (let at = ends.length - 1; at >= 0; at--) {
    const end = ends[at] as number
    const raw = text.slice(run + prefix.length, end)
    const digits = raw.replace(/\(0\)/, '').replaceAll(/\D/g, '')
    if (digits.length < 8 || !isE164(digits) || isJoinedAfter(text, end)) continue
    const whole = withExtension(text, end)
    if (plus < 0 && isInDump(text, start, end)) return whole
    emit(start, whole, plus >= 0 ? 0.8 : raw.length === digits.length ? 0.3 : 0.55)
    return whole
  }
  // "+1-177-892-0730" matches no numbering plan, but its plus sign with a context word is still evidence of a telephone number.
  const end = ends.findLast((each) => isPlausible(text.slice(run, each)) && !isJoinedAfter(text, each))
  if (plus < 0 || end === undefined) return undefined
  const whole = withExtension(text, end)
  emit(start, whole, 0.4)
  return whole
}

/** Six digits or more with their separators; most runs of digits in prose are shorter and need no form tried. */
function isLongEnough(text: string, start: number): boolean {
  const ceiling = Math.min(text.length, start + CHAIN_CHARS_MAX)
  let digits = 0
  let separators = 0
  for (let at = start; at < ceiling && digits < DIGITS_MIN; at++) {
    if (isDigitCode(text.charCodeAt(at))) {
      digits++
      separators = 0
    } else if (++separators > 3 || !SEPARATORS.has(text.charCodeAt(at))) return false
  }
  return digits >= DIGITS_MIN
}

/** Whether there are enough digits for a number with its calling code, in more than one group. */
function isPlausible(raw: string): boolean {
  const digits = raw.replaceAll(/\D/g, '').length
  return digits >= 9 && digits <= E164_DIGITS_MAX && digits < raw.length
}

/** Returns every possible end of a number that starts at `start`. */
function chainEnds(text: string, start: number): number[] {
  const ends: number[] = []
  const ceiling = Math.min(text.length, start + CHAIN_CHARS_MAX)
  let separators = 0
  for (let at = start; at < ceiling; at++) {
    if (isDigitCode(text.charCodeAt(at))) {
      separators = 0
      if (!isDigitCode(text.charCodeAt(at + 1))) ends.push(at + 1)
    } else if (++separators > 3 || !SEPARATORS.has(text.charCodeAt(at))) break
  }
  return ends
}

const SEPARATORS = new Set(Array.from(' -./()\u00a0\u2011\u2013', (mark) => mark.charCodeAt(0)))

function national(text: string, run: number, emit: Emit): number | undefined {
  const start = text[run - 1] === '(' ? run - 1 : run
  if (isJoinedBefore(text, start) || text[start - 1] === '+') return undefined
  for (const { form, score, fits } of NATIONAL) {
    form.lastIndex = start
    const match = form.exec(text)
    if (match === null) continue
    const end = start + match[0].length
    const digits = match[0].replaceAll(/\D/g, '')
    if (fits?.(digits) === false || isJoinedAfter(text, end) || isOtherNumber(match[0], digits)) continue
    const whole = withExtension(text, end)
    if (match[0].includes(' ') && (isInDump(text, start, end) || isStatus(text, start, match[0]))) return whole
    emit(start, whole, whole > end ? Math.max(score, 0.5) : isInRow(text, start, whole) ? score - ROW_PENALTY : score)
    return score >= 0.3 ? whole : undefined
  }
  return undefined
}

function withExtension(text: string, end: number): number {
  EXTENSION.lastIndex = end
  const match = EXTENSION.exec(text)
  return match === null || isAlnumCode(text.charCodeAt(end + match[0].length)) ? end : end + match[0].length
}

/** A digit, letter or number before: the run is the rest of something longer. Currency signs name an amount. */
function isJoinedBefore(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1)
  if (isAlnumCode(before) || before === 95 || before === 36 || before === 0x20ac || before === 0xa3) return true
  const joint = before === 45 || before === 46 || before === 47 || before === 44
  return joint && isAlnumCode(text.charCodeAt(start - 2))
}

function isJoinedAfter(text: string, end: number): boolean {
  const after = text.charCodeAt(end)
  if (isDigitCode(after) || after === 95 || after === 37) return true
  if (isAlnumCode(after)) return after !== 120 || !isDigitCode(text.charCodeAt(end + 1))
  const joint = after === 45 || after === 46 || after === 47 || after === 58
  return joint && isDigitCode(text.charCodeAt(end + 1))
}

/** Whether the number is a status and a size in a server log: `"GET /contact HTTP/1.1" 200 695`. */
function isStatus(text: string, start: number, match: string): boolean {
  return /^[1-5]\d\d \d+$/.test(match) && text.slice(start - 2, start) === '" '
}

/** Whether another number follows or precedes after one space, as in a column. */
function isInRow(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end) === 32 && isDigitCode(text.charCodeAt(end + 1))) return true
  return text.charCodeAt(start - 1) === 32 && isDigitCode(text.charCodeAt(start - 2))
}

/** Dates, years and card or social security groupings in a number's clothes. */
function isOtherNumber(match: string, digits: string): boolean {
  if (
    /^(?:19|20)\d\d[ -](?:0?[1-9]|1[0-2])[ -]\d{1,2}/.test(match) ||
    /^\d{1,2}[ -]\d{1,2}[ -](?:19|20)\d\d$/.test(match)
  )
    return true
  if (/^1\d\d\d[ -](?:1\d|20)\d\d$|^20\d\d[ -]20\d\d$/.test(match) || /^\d{3}-\d{2}-\d{4}$/.test(match)) return true
  return /^(\d)\1+$/.test(digits)
}

const PHONE_TERMS = [
  ...'phone phones telephone tel mobile cell cellphone fax call calls dial ring whatsapp sms telegram hotline office'.split(
    ' ',
  ),
  ...'landline handset reach contact desk phonenumber mob ph telefon telefonnummer handy handynummer rufnummer anrufen'.split(
    ' ',
  ),
  ...'mobil mobilnummer téléphone portable appelez teléfono telefono móvil movil celular llamar cellulare telefone telefoon'.split(
    ' ',
  ),
  ...'mobiel komórka komórkowy puhelin телефон тел телефону'.split(' '),
  'phone number',
  'call me',
  'whats app',
  '电话',
  '手机',
  '電話',
  '携帯',
  '전화',
  '휴대폰',
]

export const phone: PiiEntity = {
  name: 'PHONE_NUMBER',
  aliases: ['PHONE', 'TELEPHONE', 'TELEPHONE_NUMBER', 'MOBILE_NUMBER', 'FAX_NUMBER', 'PHONENUMBER', 'US_PHONE_NUMBER'],
  title: 'Telephone number, international or national',
  group: 'contact',
  context: PHONE_TERMS,
  counter: [
    'dob',
    'birth',
    'born',
    'zip',
    'postcode',
    'postal',
    'ssn',
    'account',
    'company number',
    'registration number',
    'register number',
    'passport',
    'license',
    'iban',
    'card',
    'cpf',
    'nhs',
    'year',
    'years',
    'isbn',
    'date',
    'score',
    'population',
    'id',
  ],
  decoded: true,
  scan: scanPhones,
  examples: {
    finds: [
      ['Call +46 (0)8 928 571 38 now', '+46 (0)8 928 571 38'],
      ['+12133734253', '+12133734253'],
      ['(602)272-9781', '(602)272-9781'],
      ['Fax: 001-321-194-8268x44208', '001-321-194-8268x44208'],
      ['reach me at 0699 868 88 55', '0699 868 88 55'],
      ['01.84.17.61.18', '01.84.17.61.18'],
      ['You can call (12) 3650-8833', '(12) 3650-8833'],
      ['Phone: 72 128 827', '72 128 827'],
      ['UK 020 7946 0123', '020 7946 0123'],
      ['电话13800138000', '13800138000'],
      ['tel 030/1234567', '030/1234567'],
      ['WhatsApp 98765 43210', '98765 43210'],
    ],
    ignores: [
      'on 2024-05-17 at 12:30',
      '17 05 2024',
      'the years 1995-2003',
      'order 602-272-9781',
      'version 10.22.333.4444',
      'ISBN 978-3-16-148410-0',
      '$602 272 9781',
      'pi is 3.14159265358979',
      '5566644119',
      'between 100 200 300 and 400',
      '+99 12',
      'Kundennummer 123456789, Tel. folgt',
    ],
  },
}
