import type { RuleGroup } from './groups.ts'
import { classEnd, LETTER, signsIn } from './sign-classes.ts'

/** Characters of a checked text, besides letters, digits, `_` and `-`. */
export interface Form {
  /** Allowed characters at any position. */
  readonly signs: string
  /** Known prefix. */
  readonly start: string
  /** Whether a final line break is possible: `$` also matches before it. */
  readonly isOpenEnded?: boolean
}

/** Letters, digits, `_` and `-` alone. */
export const PLAIN_FORM: Form = { signs: '', start: '' }

/** Numbers in parsers that ignore surrounding whitespace and line breaks. */
export const NUMBER_FORM: Form = { signs: '', start: '', isOpenEnded: true }

/** Returns the form of any text with a given prefix. */
export function prefixForm(start: string): Form {
  return { signs: ` .:\\/%?#&;'"<>\n`, start }
}

/** IP addresses, including those of the internal network. */
export const IP_FORM: Form = { signs: '.:', start: '' }

/** Dangerous characters by rule group. */
const HARM: Readonly<Partial<Record<RuleGroup, RegExp>>> = {
  command: /[^./:,@+=%^]/,
  option: /[^./:,@+=%^]/,
  query: /[^./:,@+]/,
  document: /[^./:,@+]/,
  path: /[./\\%:]/,
  address: /[./\\:@%?#]/,
  page: /[^./:,@+%#*! \n]/,
  code: /./s,
  line: /[\r\n%]/,
  other: /./s,
}

/** Whether a text of a form is safe for rules of a group. Object keys are never safe by their letters: `constructor` is a valid word. */
export function isHarmless({ signs, start, isOpenEnded }: Form, group: RuleGroup): boolean {
  if (group === 'line' && isOpenEnded === true) return false
  // `javascript:` with its brackets as `%28`.
  if (group === 'page' && signs.includes(':') && signs.includes('%')) return false
  if (group === 'address' && (/^https?:\/\/[\w.-]{1,200}\//.test(start) || /^\/\w/.test(start))) return true
  if (group === 'path' && /[/\\:]/.test(start)) return false
  return HARM[group]?.test(signs) === false
}

const REGEX_CHARS_MAX = 500

/** Quantifiers with possible repetition. */
const REPEATED = /[*+{]/

/** How a regex is applied. */
export interface RegexUse {
  /** Whether it has to match the whole text even without anchors. */
  readonly isWhole: boolean
  /** Whether `^` and `$` match at line boundaries. */
  readonly hasLines: boolean
  /** Anchors that also match before a final line break: `$`, `\Z`. */
  readonly beforeLine: readonly string[]
}

/**
 * Returns the form of texts that a regex matches as a whole.
 * @returns undefined for a regex that matches anything, or that is not supported
 */
export function formOf(text: string, { isWhole, hasLines, beforeLine }: RegexUse): Form | undefined {
  const regex = text.replace(/^\(\?i\)/, '')
  if (regex.length > REGEX_CHARS_MAX) return undefined
  const opened = /^(?:\\A|\^)/.exec(regex)?.[0]
  const closed = /(?:\\[zZ]|(?<!\\)\$)$/.exec(regex)?.[0]
  const holdsLines = hasLines && (opened === '^' || closed === '$')
  if (!isWhole && (opened === undefined || closed === undefined || holdsLines)) return undefined
  const body = regex.slice(opened?.length ?? 0, regex.length - (closed?.length ?? 0))
  // `^a|b$` is closed on neither side.
  if (topLevelOr(body) && !isWhole) return undefined
  const form = new Reader(body).read()
  const isOpenEnded = !isWhole && beforeLine.includes(closed ?? '')
  return form !== undefined && isOpenEnded ? { ...form, isOpenEnded } : form
}

/** Returns the form of a text after removal of all characters outside of a class. @param inside content of its brackets */
export function formOfClass(inside: string): Form | undefined {
  return new Reader(`[${inside}]*`).read()
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
  #dots = 0
  /** By open group: the number of dots before it. */
  readonly #opened: number[] = []

  constructor(text: string) {
    this.#text = text
  }

  read(): Form | undefined {
    while (this.#at < this.#text.length) if (!this.#item()) return undefined
    // A single dot between other characters is no parent reference: two dots may be one at any position.
    return { signs: this.#dots > 1 ? `${this.#signs}.` : this.#signs, start: this.#start }
  }

  /** @returns false for unsupported syntax, or for an item that matches anything */
  #item(): boolean {
    const sign = this.#text[this.#at]!
    if (sign === '[') return this.#class()
    if (sign === '\\') return this.#escape()
    this.#at += 1
    if (sign === '.' || sign === '^' || sign === '$') return false
    if (sign === '(') return this.#group()
    if (sign === ')' || sign === '|') {
      if (sign === ')') this.#close()
      // The other alternative has another prefix.
      else if (this.#opened.length === 0) {
        this.#signs += this.#start.replace(/[\w-]/g, '')
        this.#start = ''
      }
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

  /** Handles a quantifier: the preceding item is optional or repeated. */
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
    this.#opened.push(this.#dots)
    this.#isStart = false
    return true
  }

  #close(): void {
    const before = this.#opened.pop() ?? 0
    if (this.#dots > before && REPEATED.test(this.#text[this.#at] ?? '')) this.#dots += 1
  }

  #literal(sign: string): void {
    if (this.#isStart) this.#start += sign
    if (sign === '.') this.#dots += REPEATED.test(this.#text[this.#at] ?? '') ? 2 : 1
    else if (!LETTER.test(sign) && !this.#isStart) this.#signs += sign
  }

  /** `/[a-z]`: a letter, and not another `/`. */
  #oneLetter(): void {
    if (this.#isStart && this.#start === '/' && !/[*?{]/.test(this.#text[this.#at] ?? '')) this.#start += 'a'
    this.#isStart = false
  }

  #escape(): boolean {
    const sign = this.#text[this.#at + 1]
    this.#at += 2
    if (sign === undefined) return false
    if (sign === 'd' || sign === 'w') {
      this.#oneLetter()
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
    if (inside.startsWith('^')) return false
    const signs = signsIn(inside)
    if (signs === undefined) return false
    this.#signs += signs
    if (signs === '') this.#oneLetter()
    this.#isStart = false
    return true
  }
}
