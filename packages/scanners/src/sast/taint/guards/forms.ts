import type { RuleGroup } from './groups.ts'

/** What a text that passed a check may be made of, besides letters, digits, `_` and `-`. */
export interface Form {
  /** Signs that may stand anywhere in it. */
  readonly signs: string
  /** How it begins, where that is certain. */
  readonly start: string
}

/** Letters, digits, `_` and `-` alone. */
export const PLAIN_FORM: Form = { signs: '', start: '' }

/** Signs by which a text does harm, by what rules are about. */
const HARM: Readonly<Partial<Record<RuleGroup, RegExp>>> = {
  command: /[^./:,@+=%^]/,
  query: /[^./:,@+]/,
  document: /[^./:,@+]/,
  path: /[./\\%:]/,
  address: /[./\\:@%?#]/,
  page: /[^./:,@+%#*! \n]/,
  code: /./s,
  line: /[\r\n%]/,
  object: /./s,
  other: /./s,
}

/** Whether a text of a form is harmless for rules of a group. */
export function isHarmless({ signs, start }: Form, group: RuleGroup): boolean {
  if (group === 'address' && (/^https?:\/\/[\w.-]{1,200}\//.test(start) || /^\/\w/.test(start))) return true
  if (group === 'path' && /[/\\:]/.test(start)) return false
  return HARM[group]?.test(signs) === false
}

const REGEX_CHARS_MAX = 500

/** Signs that stand for themselves where nothing is before them. */
const LETTER = /[\w-]/

/**
 * What texts are like that a regex matches as a whole.
 * @param isWhole whether it has to match all of a text anyway, and not only where it says so
 * @param hasLines whether `^` and `$` are the ends of lines
 * @returns undefined where it lets through anything, or is not understood
 */
export function formOf(regex: string, isWhole: boolean, hasLines: boolean): Form | undefined {
  if (regex.length > REGEX_CHARS_MAX) return undefined
  const opened = /^(?:\\A|\^)/.exec(regex)?.[0]
  const closed = /(?:\\[zZ]|(?<!\\)\$)$/.exec(regex)?.[0]
  const holdsLines = hasLines && (opened === '^' || closed === '$')
  if (!isWhole && (opened === undefined || closed === undefined || holdsLines)) return undefined
  const body = regex.slice(opened?.length ?? 0, regex.length - (closed?.length ?? 0))
  // `^a|b$` is closed on neither side.
  if (topLevelOr(body) && !isWhole) return undefined
  return new Reader(body).read()
}

function topLevelOr(body: string): boolean {
  let depth = 0
  let inClass = false
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at]!
    if (sign === '\\') at += 1
    else if (inClass) inClass = sign !== ']'
    else if (sign === '[') inClass = true
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (sign === '|' && depth === 0) return true
  }
  return false
}

/** Reads a regex from its first sign to its last. */
class Reader {
  readonly #text: string
  #at = 0
  #signs = ''
  #start = ''
  #isStart = true

  constructor(text: string) {
    this.#text = text
  }

  read(): Form | undefined {
    while (this.#at < this.#text.length) if (!this.#item()) return undefined
    return { signs: this.#signs, start: this.#start }
  }

  /** @returns false where it is not understood, or lets through anything */
  #item(): boolean {
    const sign = this.#text[this.#at]!
    if (sign === '[') return this.#class()
    if (sign === '\\') return this.#escape()
    this.#at += 1
    if (sign === '.' || sign === '^' || sign === '$') return false
    if (sign === '(') return this.#group()
    if (/[)|]/.test(sign)) {
      this.#isStart = false
      return true
    }
    if (/[*+?]/.test(sign)) {
      this.#repeats()
      return true
    }
    if (sign === '{') {
      const end = this.#text.indexOf('}', this.#at)
      if (end === -1 || !/^\d*,?\d*$/.test(this.#text.slice(this.#at, end))) return false
      this.#at = end + 1
      this.#repeats()
      return true
    }
    this.#literal(sign)
    return true
  }

  /** What stood before may be there or not, or more than once. */
  #repeats(): void {
    if (this.#isStart) {
      const last = this.#start.at(-1) ?? ''
      this.#start = this.#start.slice(0, -1)
      if (!LETTER.test(last)) this.#signs += last
    }
    this.#isStart = false
  }

  #group(): boolean {
    if (this.#text[this.#at] === '?') {
      const head = /^\?(?::|P?<[A-Za-z]\w{0,40}>)/.exec(this.#text.slice(this.#at, this.#at + 50))?.[0]
      if (head === undefined) return false
      this.#at += head.length
    }
    this.#isStart = false
    return true
  }

  #literal(sign: string): void {
    if (this.#isStart) this.#start += sign
    // One dot between others is no way up: two would be.
    const isRepeated = /[*+{?]/.test(this.#text[this.#at] ?? '')
    const isDot = sign === '.' && !isRepeated && !/^\\?\./.test(this.#text.slice(this.#at, this.#at + 2))
    if (!LETTER.test(sign) && !isDot && !(this.#isStart && sign !== '.')) this.#signs += sign
  }

  #escape(): boolean {
    const sign = this.#text[this.#at + 1]
    this.#at += 2
    if (sign === undefined) return false
    if (sign === 'd' || sign === 'w') {
      this.#isStart = false
      return true
    }
    if (sign === 's') {
      this.#isStart = false
      this.#signs += ' \n'
      return true
    }
    if (/[A-Za-z0-9]/.test(sign)) return false
    this.#literal(sign)
    return true
  }

  #class(): boolean {
    const end = classEnd(this.#text, this.#at)
    if (end === -1) return false
    const inside = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    this.#isStart = false
    if (inside.startsWith('^')) return false
    const rest = inside
      .replace(/\[:(?:alpha|digit|alnum|lower|upper|xdigit|word):\]/g, '')
      .replace(/a-z|A-Z|0-9|a-f|A-F|[a-zA-Z0-9]-[a-zA-Z0-9](?![-])/g, '')
      .replace(/\\[dw]/g, '')
    if (/\\[DWSpPxubnrtDc]|\[:/.test(rest)) return false
    const signs = rest.replaceAll('\\s', ' \n').replace(/\\(.)/gs, '$1')
    // A range between signs holds whatever stands between them.
    if (/[^\w]-[^\w]/.test(rest.replace(/\\-/g, '').replace(/-$/, ''))) return false
    this.#signs += signs.replace(/[\w-]/g, '')
    return true
  }
}

function classEnd(text: string, start: number): number {
  let at = start + 1
  if (text[at] === '^') at += 1
  if (text[at] === ']') return -1
  for (; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text.startsWith('[:', at)) {
      const end = text.indexOf(':]', at)
      if (end === -1) return -1
      at = end + 1
    } else if (text[at] === ']') return at
  }
  return -1
}
