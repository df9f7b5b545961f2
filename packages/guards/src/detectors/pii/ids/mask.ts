/** A written form of an identifier, ready for the detector. */
export interface Mask {
  /** Lengths of the first alphanumeric run that the form can start with. */
  readonly leads: readonly number[]
  /** The leads without a digit: a run of capitals that a digit has to follow after one space or hyphen. */
  readonly letterLeads: readonly number[]
  /** Sticky; the same object for the same mask, so that a text is matched against it once for all users. */
  readonly form: RegExp
}

const ELEMENT = /(?:(\[[^\]]+\])|([#@*])|(~)|(.))(?:\{(\d+)\})?(\?)?/gsy
const CLASSES: Readonly<Record<string, string>> = { '#': '\\d', '@': '[A-Z]', '*': '[A-Z\\d]' }
const forms = new Map<string, Mask>()

/**
 * Compiles the picture of an identifier: `#` a digit, `@` a letter, `*` either, `[…]` one of a class, `~` a space or hyphen that is the
 * same throughout, any other character itself; `{n}` repeats, `?` makes optional. Letters match in any case.
 * @throws {RangeError} for a picture with a leading separator
 */
export function mask(picture: string): Mask {
  let known = forms.get(picture)
  if (known === undefined) {
    known = compileMask(picture)
    forms.set(picture, known)
  }
  return known
}

function compileMask(picture: string): Mask {
  let source = ''
  let separators = 0
  let hasDigit = false
  /** Possible lengths of the first run so far; those that a separator may have ended are in `leads`. */
  let open = [0]
  const leads = new Set<number>()
  for (const [, set, kind, same, literal, times = '1', optional = ''] of picture.matchAll(ELEMENT)) {
    const isAlnum = kind !== undefined || /[A-Z\d]/.test(set ?? literal ?? '')
    if (leads.size === 0 && isAlnum && kind !== '@' && !/^[A-Z]$|^\[[A-Z-]+\]$/.test(set ?? literal ?? ''))
      hasDigit = true
    if (same !== undefined) source += separators++ === 0 ? '([ -])' : '\\1'
    else source += set ?? (kind === undefined ? (literal as string).replace(/[^A-Z\d -]/, '\\$&') : CLASSES[kind])
    if (times !== '1') source += `{${times}}`
    source += optional
    if (isAlnum) {
      const longer = open.map((length) => length + Number(times))
      open = optional === '' ? longer : [...open, ...longer]
    } else {
      for (const length of open) leads.add(length)
      if (optional === '') open = []
    }
  }
  for (const length of open) leads.add(length)
  if (leads.has(0)) throw new RangeError(`The mask "${picture}" has to start with a letter or digit.`)
  const all = [...leads]
  return {
    leads: hasDigit ? all : [],
    letterLeads: hasDigit ? [] : all,
    form: new RegExp(source, /[A-Z@*]/.test(picture) ? 'iy' : 'y'),
  }
}
