import { baseOf, isAccent, isLatin } from './accents.ts'
import { newCodeUnits, pushUnit, textOf, unitsOf } from './code-units.ts'
import type { Rendering } from './normal.ts'
import { appendBlock, appendLinear, newOffsetMap } from './offset-map.ts'
import type { Reading } from './plain.ts'

/** Two of a letter are spelling; from here on they are drawn out. */
const REPEATS_MIN = 3

/** Strips the marks of Latin letters and shortens repeated letters to one (first reading) or two (second). */
export function squeeze(text: string, reading: Reading): Rendering | undefined {
  const units = unitsOf(text)
  const need = needOf(units)
  if (need === NOTHING) return undefined
  return need === BASES ? { text: basesOf(units), map: undefined } : shorten(text, units, reading)
}

const NOTHING = 0
/** Replace letters by their bases, one to one. */
const BASES = 1
/** Marks or letters go. */
const SHORTER = 2

function needOf(units: Uint16Array): number {
  let before = 0
  let repeats = 0
  let need = NOTHING
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    const base = unit < 0xc0 ? unit : baseOf(unit)
    if (base !== unit) need = BASES
    else if (unit >= 0x300 && isAccent(unit)) return SHORTER
    const small = base | 0x20
    repeats = small === before && isLatin(base) ? repeats + 1 : 1
    if (repeats >= REPEATS_MIN) return SHORTER
    before = small
  }
  return need
}

/** Replaces the units in place. */
function basesOf(units: Uint16Array): string {
  let seen = 0
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    const base = unit < 0xc0 ? unit : baseOf(unit)
    if (base !== unit) units[i] = base
    seen |= base
  }
  return textOf({ units, length: units.length, seen })
}

function shorten(text: string, units: Uint16Array, reading: Reading): Rendering | undefined {
  const keep = reading === 'first' ? 1 : 2
  const out = newCodeUnits(text.length)
  const map = newOffsetMap()
  let changed = false
  let afterLatin = false
  let i = 0
  while (i < text.length) {
    const unit = units[i]!
    if (afterLatin && isAccent(unit)) {
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
      // The last kept letter maps to all dropped ones, so that a redaction covers them.
      if (repeats && n === width - 1) appendBlock(map, out.length, i + n, end)
      else appendLinear(map, out.length, i + n)
      const remaining = baseOf(units[i + n]!)
      if (remaining !== units[i + n]!) changed = true
      pushUnit(out, remaining)
    }
    i = end
  }
  return changed ? { text: textOf(out), map } : undefined
}

function sameLetter(one: number, two: number): boolean {
  return one === two || ((one ^ two) === 0x20 && isLatin(one))
}
