import { isIPv4, isIPv6 } from 'node:net'
import { compileRegex } from '@gatehouse/kernel/match'

type StringFormat = (text: string) => boolean
interface NumberFormat {
  readonly type: 'number'
  readonly validate: (value: number) => boolean
}

const INT32_MAX = 2 ** 31 - 1
const HOST_CHARS_MAX = 253
const LABEL_CHARS_MAX = 63
const LOCAL_PART_CHARS_MAX = 64
const EMAIL_CHARS_MAX = 254
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:[Zz]|[+-](\d\d):(\d\d))$/
const DURATION =
  /^P(?:\d{1,9}W|(?=[\dT])(?:\d{1,9}Y)?(?:\d{1,9}M)?(?:\d{1,9}D)?(?:T(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}(?:\.\d{1,9})?S)?)?)$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/
const BARE_PERCENT = /%(?![0-9a-f]{2})/i
const BARE_TILDE = /~(?![01])/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Implementations of `format` in argument schemas, in linear time. A schema with an unknown format is rejected on save: ignoring it would
 * disable a rule.
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 */
export const FORMATS: Readonly<Record<string, StringFormat | NumberFormat | true>> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  duration: (text) => DURATION.test(text),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIPv4,
  ipv6: (text) => isIPv6(text) && !text.includes('%'),
  uri: (text) => SCHEME.test(text) && isUriReference(text),
  url: (text) => SCHEME.test(text) && isUriReference(text) && URL.canParse(text),
  'uri-reference': isUriReference,
  uuid: (text) => UUID.test(text),
  'json-pointer': (text) => text === '' || (text.startsWith('/') && !BARE_TILDE.test(text)),
  regex: isRegex,
  byte: (text) => BASE64.test(text) && text.length % 4 === 0,
  int32: { type: 'number', validate: (value) => Number.isInteger(value) && Math.abs(value) <= INT32_MAX },
  int64: { type: 'number', validate: (value) => Number.isInteger(value) },
  // OpenAPI formats that describe display or storage, not the set of values.
  float: true,
  double: true,
  password: true,
  binary: true,
}

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && !isLeap ? 28 : DAYS[month - 1]!)
}

function isTime(text: string): boolean {
  const [, hour, minute, second, offsetHour = '00', offsetMinute = '00'] = TIME.exec(text) ?? []
  if (hour === undefined) return false
  // A leap second is a time of day, at the end of the day in UTC; the date is unknown here.
  return hour <= '23' && minute! <= '59' && second! <= '60' && offsetHour <= '23' && offsetMinute <= '59'
}

function isDateTime(text: string): boolean {
  const [date, time, ...rest] = text.split(/[Tt ]/)
  return rest.length === 0 && time !== undefined && isDate(date!) && isTime(time)
}

function isHostname(text: string): boolean {
  return (
    text.length <= HOST_CHARS_MAX &&
    text.split('.').every((label) => label.length <= LABEL_CHARS_MAX && LABEL.test(label))
  )
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  return (
    at > 0 &&
    text.length <= EMAIL_CHARS_MAX &&
    local.length <= LOCAL_PART_CHARS_MAX &&
    LOCAL_PART.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    isHostname(text.slice(at + 1))
  )
}

function isUriReference(text: string): boolean {
  return URI_CHARACTERS.test(text) && !BARE_PERCENT.test(text)
}

/** Returns whether a text is a valid pattern for the linear-time engine, which rejects some of V8's patterns. */
function isRegex(text: string): boolean {
  try {
    compileRegex(text)
    return true
  } catch {
    return false
  }
}
