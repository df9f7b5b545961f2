import { type Call } from './truth.ts'

/** Functions that write a number where the format says `%d`, or throw, by language. Go writes any text there. */
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

/** Ours: a format is shorter. */
const FORMAT_CHARS_MAX = 4096

/** Arguments that a format writes only as numbers. */
export function numberPlaces(
  { name, arguments: given }: Call,
  language: string,
  constant: (place: number) => unknown,
): ReadonlySet<number> {
  if (given.length < 2 || FORMATS[language]?.test(name) !== true) return NONE
  const format = constant(0)
  if (typeof format !== 'string' || format.length > FORMAT_CHARS_MAX) return NONE
  const isNumber = new Map<number, boolean>()
  let next = 1
  for (const [whole, named, conversion] of format.matchAll(PLACE)) {
    if (conversion === undefined) continue
    // A width that is given as an argument takes one, too.
    if (whole.includes('*')) return NONE
    const place = named === undefined ? next : Number(named)
    if (named === undefined) next += 1
    isNumber.set(place, NUMBER.test(conversion) && isNumber.get(place) !== false)
  }
  return new Set([...isNumber].flatMap(([place, is]) => (is ? [place] : [])))
}
