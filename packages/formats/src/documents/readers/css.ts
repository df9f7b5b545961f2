/** Colours, sizes and display of inline styles and simple style sheets, as far as they hide text. */
export type Declarations = ReadonlyMap<string, string>

export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

export const WHITE: Rgb = { red: 255, green: 255, blue: 255 }

/** Own limit for the examined rules of one document. */
const RULES_MAX = 5_000
const DECLARATION_CHARS_MAX = 2_000

/** Properties that can hide text; others are dropped, so that the map stays small for any input. */
const JUDGED = new Set(
  'display visibility opacity font-size font text-indent position left top right bottom clip clip-path height width max-height overflow transform color background background-color'.split(
    ' ',
  ),
)

/** `a: b; c: d` as a map of the names that matter, in lower case. */
export function declarations(style: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of style.slice(0, DECLARATION_CHARS_MAX).split(';')) {
    const colon = part.indexOf(':')
    if (colon === -1) continue
    const name = part.slice(0, colon).trim().toLowerCase()
    if (!JUDGED.has(name)) continue
    found.set(
      name,
      part
        .slice(colon + 1)
        .replace('!important', '')
        .trim()
        .toLowerCase(),
    )
  }
  return found
}

/**
 * Returns declarations by simple selector (`.x`, `#x`, `x`). For compound selectors the last class or id is used; those that end in an
 * element name would match too much and are left out.
 */
export function styleRules(css: string): Map<string, Map<string, string>> {
  const rules = new Map<string, Map<string, string>>()
  for (const block of withoutComments(css).split('}').slice(0, RULES_MAX)) {
    const brace = block.lastIndexOf('{')
    if (brace === -1) continue
    const own = declarations(block.slice(brace + 1))
    const selectors = block.slice(0, brace)
    for (const selector of selectors.slice(selectors.lastIndexOf('{') + 1).split(',', 100)) {
      const simple = /^[\w-]{1,100}$|[.#][\w-]{1,100}$/.exec(selector.trim())?.[0]
      if (simple === undefined) continue
      const key = simple.startsWith('.') || simple.startsWith('#') ? simple : simple.toLowerCase()
      const known = rules.get(key)
      if (known === undefined) rules.set(key, new Map(own))
      else for (const [name, value] of own) known.set(name, value)
    }
  }
  return rules
}

function withoutComments(css: string): string {
  let rest = ''
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('/*', at)
    if (open === -1) return rest + css.slice(at)
    rest += css.slice(at, open)
    const close = css.indexOf('*/', open + 2)
    if (close === -1) return rest
    at = close + 2
  }
  return rest
}

/** Returns how the declarations of one element hide its text; the caller evaluates colors. */
export function hidingOf(style: Declarations): string | undefined {
  const get = (name: string): string => style.get(name) ?? ''
  if (get('display') === 'none') return 'not displayed'
  if (/^(?:hidden|collapse)$/.test(get('visibility'))) return 'not displayed'
  if (style.has('opacity') && Number.parseFloat(get('opacity')) < 0.1) return 'transparent text'
  if (isTiny(get('font-size')) || /(?:^|\s)0(?:px|pt|em|rem|%)?(?:\/|\s)/.test(get('font'))) return 'tiny text'
  if (isFar(get('text-indent'))) return 'outside the page'
  if (/^(?:absolute|fixed|relative)$/.test(get('position'))) {
    if (['left', 'top', 'right', 'bottom'].some((side) => isFar(get(side)))) return 'outside the page'
  }
  const clipped = /^rect\((?:0|1px|0px|,|\s){1,40}\)$/.test(get('clip')) || /inset\((?:50|100)%/.test(get('clip-path'))
  if (clipped) return 'not displayed'
  const flat = isTiny(get('height')) || isTiny(get('width')) || isTiny(get('max-height'))
  if (flat && get('overflow').startsWith('hidden')) return 'not displayed'
  return /scale\(0(?:\.0\d*)?\)/.test(get('transform')) ? 'tiny text' : undefined
}

function isTiny(size: string): boolean {
  const match = /^(\d{0,9}(?:\.\d{0,9})?)(px|pt|em|rem|%|vw|vh)?$/.exec(size)
  if (match === null || match[1] === '') return false
  const value = Number(match[1])
  const unit = match[2] ?? 'px'
  if (unit === '%') return value <= 5
  return unit === 'em' || unit === 'rem' ? value <= 0.1 : value <= 1.5
}

function isFar(offset: string): boolean {
  const match = /^-(\d{1,9})(?:\.\d{0,9})?(px|pt|em|rem|%|vw|vh)?$/.exec(offset)
  if (match === null) return false
  return Number(match[1]) >= (match[2] === 'em' || match[2] === 'rem' ? 50 : 500)
}

const NAMED: Readonly<Record<string, Rgb>> = {
  white: WHITE,
  snow: { red: 255, green: 250, blue: 250 },
  ivory: { red: 255, green: 255, blue: 240 },
  ghostwhite: { red: 248, green: 248, blue: 255 },
  floralwhite: { red: 255, green: 250, blue: 240 },
  whitesmoke: { red: 245, green: 245, blue: 245 },
  black: { red: 0, green: 0, blue: 0 },
  gray: { red: 128, green: 128, blue: 128 },
  grey: { red: 128, green: 128, blue: 128 },
  silver: { red: 192, green: 192, blue: 192 },
  red: { red: 255, green: 0, blue: 0 },
  green: { red: 0, green: 128, blue: 0 },
  blue: { red: 0, green: 0, blue: 255 },
  yellow: { red: 255, green: 255, blue: 0 },
  navy: { red: 0, green: 0, blue: 128 },
}

/** Parses a CSS color; `transparent` when it is invisible, undefined when it is unknown. */
export function colourOf(value: string): Rgb | 'transparent' | undefined {
  const text = value.trim().toLowerCase()
  if (text === 'transparent') return 'transparent'
  if (Object.hasOwn(NAMED, text)) return NAMED[text]
  const hex = /#([0-9a-f]{3,8})\b/.exec(text)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const numbers = /^rgba?\(([^)]{5,60})\)$/
    .exec(text)?.[1]
    ?.split(/[,/\s]+/)
    .filter(Boolean)
  if (numbers === undefined || numbers.length < 3) return undefined
  const [red, green, blue, alpha] = numbers.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) * 2.55 : Number.parseFloat(part),
  )
  if (alpha !== undefined && alpha < 0.1) return 'transparent'
  return { red: red!, green: green!, blue: blue! }
}

/** Returns whether text of one color is invisible on the other. */
export function isInvisibleOn(text: Rgb, background: Rgb): boolean {
  const distance =
    Math.abs(text.red - background.red) +
    Math.abs(text.green - background.green) +
    Math.abs(text.blue - background.blue)
  return distance <= 36
}

function fromHex(hex: string): Rgb | 'transparent' | undefined {
  const long = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex
  if (long.length !== 6 && long.length !== 8) return undefined
  if (long.length === 8 && Number.parseInt(long.slice(6), 16) < 26) return 'transparent'
  const part = (at: number): number => Number.parseInt(long.slice(at, at + 2), 16)
  return { red: part(0), green: part(2), blue: part(4) }
}
