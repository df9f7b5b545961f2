/** Latin letters with strokes that Unicode does not decompose. */
const STROKED = new Map(
  Array.from('øołlđdħhŧtıiƒfðdƀbƈcɋqƙkƚlƞnƥpƫtƭtưuƶzȡdȴlȵnȶtȷjɇeɉjɍrɏyⱥaⱦtⱨhⱪkⱬzⱱvⱳw').flatMap((letter, n, all) =>
    n % 2 === 0 ? [[letter, all[n + 1]!] as const, [letter.toUpperCase(), all[n + 1]!.toUpperCase()] as const] : [],
  ),
)
/** Cache of base letters by code unit, 0 = not computed; Latin letters with marks are below the end. */
const TABLE_END = 0x1f00
const bases = new Uint16Array(TABLE_END)

/** The letter of ASCII under a Latin letter with marks; any other code unit is its own base. */
export function baseOf(unit: number): number {
  if (unit < 0xc0) return unit
  if (unit >= TABLE_END) return unit >= 0x2c60 && unit < 0x2c80 ? slowBase(unit) : unit
  const known = bases[unit]!
  if (known !== 0) return known
  const base = slowBase(unit)
  bases[unit] = base
  return base
}

/** Whether a unit is a combining mark for any letter. */
export function isAccent(unit: number): boolean {
  return unit >= 0x300 && unit < 0x370
}

export function isLatin(unit: number): boolean {
  const small = unit | 0x20
  return small >= 0x61 && small <= 0x7a
}

function slowBase(unit: number): number {
  const character = String.fromCharCode(unit)
  const stroked = STROKED.get(character)
  if (stroked !== undefined) return stroked.charCodeAt(0)
  const first = character.normalize('NFKD').charCodeAt(0)
  return isLatin(first) ? first : unit
}
