import { type Call } from './truth.ts'

/** Format functions that print a number for `%d`, or throw, by language. Go prints any text there. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  php: /^\\?(?:sprintf|printf)$/,
  ruby: /^(?:Kernel\.)?(?:sprintf|format|printf)$/,
  javascript: /(?:^|\.)util\.format$/,
  typescript: /(?:^|\.)util\.format$/,
  tsx: /(?:^|\.)util\.format$/,
  java: /^(?:java\.lang\.)?String\.format$/,
  kotlin: /^(?:kotlin\.text\.)?String\.format$/,
}

/** A format placeholder: argument index, flags and conversion. */
const PLACE = /%(?:%|(?:(\d{1,3})\$)?(?:'.|[-+ 0#,(])*(?:\d{1,4}|\*)?(?:\.\d{1,4})?([A-Za-z]))/g

/** Numeric conversions; `%c` writes any character. */
const NUMBER = /[bdiouxXeEfFgG]/

const NONE: ReadonlySet<number> = new Set()

/** Own limit: a format is shorter. */
const FORMAT_CHARS_MAX = 4096

/** Go functions that print a text as hexadecimal digits for `%x`, and the index of the format argument. */
const HEX_FORMATS: ReadonlyMap<string, number> = new Map([
  ['fmt.Sprintf', 0],
  ['fmt.Printf', 0],
  ['fmt.Fprintf', 1],
  ['fmt.Appendf', 1],
])

/** Arguments that a format writes only as numbers. */
export function numericArguments(
  call: Call,
  language: string,
  constant: (place: number) => unknown,
): ReadonlySet<number> {
  return FORMATS[language]?.test(call.name) === true ? argumentsWithConversion(call, 0, NUMBER, constant) : NONE
}

/** Arguments that a format of Go writes only as hexadecimal digits. */
export function hexArguments(call: Call, language: string, constant: (place: number) => unknown): ReadonlySet<number> {
  const place = language === 'go' ? HEX_FORMATS.get(call.name) : undefined
  return place === undefined ? NONE : argumentsWithConversion(call, place, /[xX]/, constant)
}

/** Arguments that a format writes with certain conversions alone. @param at the argument that is the format */
function argumentsWithConversion(
  { arguments: values }: Call,
  at: number,
  conversions: RegExp,
  constant: (place: number) => unknown,
): ReadonlySet<number> {
  if (values.length < at + 2) return NONE
  const format = constant(at)
  if (typeof format !== 'string' || format.length > FORMAT_CHARS_MAX) return NONE
  const isNumber = new Map<number, boolean>()
  let next = at + 1
  for (const [whole, named, conversion] of format.matchAll(PLACE)) {
    if (conversion === undefined) continue
    // A `*` width consumes an argument, too.
    if (whole.includes('*')) return NONE
    const place = named === undefined ? next : Number(named) + at
    if (named === undefined) next += 1
    isNumber.set(place, conversions.test(conversion) && isNumber.get(place) !== false)
  }
  return new Set([...isNumber].flatMap(([place, is]) => (is ? [place] : [])))
}
