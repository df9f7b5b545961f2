import { newCodeUnits, pushUnit, textOf, unitsOf } from './code-units.ts'
import type { Rendering } from './normal.ts'
import { appendBlock, appendLinear, newOffsetMap } from './offset-map.ts'
import type { Reading } from './plain.ts'

/** Two of a letter are spelling; from here on they are drawn out. */
const REPEATS_MIN = 3

/**
 * Strips the marks of Latin letters and shortens letters that are drawn out to one (first reading) or two (second).
 */
export function squeeze(text: string, reading: Reading): Rendering | undefined {
  const units = unitsOf(text)
  if (!needsSqueezing(units)) return undefined
  const keep = reading === 'first' ? 1 : 2
  const out = newCodeUnits(text.length)
  const map = newOffsetMap()
  let changed = false
  let afterLatin = false
  let i = 0
  while (i < text.length) {
    const unit = units[i]!
    if (afterLatin && unit >= 0x300 && unit < 0x370) {
      changed = true
      i++
      continue
    }
    const base = baseOf(unit)
    afterLatin = isLatin(base)
    let end = i + 1
    if (afterLatin) while (end < text.length && sameLetter(baseOf(units[end]!), base)) end++
    const repeats = end - i >= REPEATS_MIN
    const width = repeats ? keep : end - i
    if (repeats || base !== unit) changed = true
    for (let n = 0; n < width; n++) {
      // The last letter kept stands for all that are dropped, so that a redaction covers them.
      if (repeats && n === width - 1) appendBlock(map, out.length, i + n, end)
      else appendLinear(map, out.length, i + n)
      const kept = baseOf(units[i + n]!)
      if (kept !== units[i + n]!) changed = true
      pushUnit(out, kept)
    }
    i = end
  }
  return changed ? { text: textOf(out), map } : undefined
}

function needsSqueezing(units: Uint16Array): boolean {
  let before = 0
  let repeats = 0
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    if (unit >= 0xc0 && ((unit >= 0x300 && unit < 0x370) || baseOf(unit) !== unit)) return true
    repeats = isLatin(unit) && (unit | 0x20) === before ? repeats + 1 : 1
    if (repeats >= REPEATS_MIN) return true
    before = unit | 0x20
  }
  return false
}

function sameLetter(one: number, two: number): boolean {
  return one === two || ((one ^ two) === 0x20 && isLatin(one))
}

function isLatin(unit: number): boolean {
  const small = unit | 0x20
  return small >= 0x61 && small <= 0x7a
}

/** Latin letters whose strokes Unicode does not split off. */
const STROKED = new Map(
  Array.from('øołlđdħhŧtıiƒfðdƀbƈcɋqƙkƚlƞnƥpƫtƭtưuƶzȡdȴlȵnȶtȷjɇeɉjɍrɏyⱥaⱦtⱨhⱪkⱬzⱱvⱳw').flatMap((letter, n, all) =>
    n % 2 === 0 ? [[letter, all[n + 1]!] as const, [letter.toUpperCase(), all[n + 1]!.toUpperCase()] as const] : [],
  ),
)
/** Base letters by code unit, 0 = not yet asked; letters of Latin with marks lie below the end. */
const TABLE_END = 0x1f00
const bases = new Uint16Array(TABLE_END)

function baseOf(unit: number): number {
  if (unit < 0xc0) return unit
  if (unit >= TABLE_END) return unit >= 0x2c60 && unit < 0x2c80 ? slowBase(unit) : unit
  const known = bases[unit]!
  if (known !== 0) return known
  const base = slowBase(unit)
  bases[unit] = base
  return base
}

function slowBase(unit: number): number {
  const character = String.fromCharCode(unit)
  const stroked = STROKED.get(character)
  if (stroked !== undefined) return stroked.charCodeAt(0)
  const first = character.normalize('NFKD').charCodeAt(0)
  return isLatin(first) ? first : unit
}
