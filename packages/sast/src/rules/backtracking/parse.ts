import { Failure } from '@gatehouse/kernel'
import { charTest, classTest } from './chars.ts'
import type { Flags, Node } from './syntax.ts'

/** Own limit: the same as for the linear engine. */
const CHARS_MAX = 4_096
const DEPTH_MAX = 50
const REPEAT_MAX = 65_535

const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001b',
  0: '\0',
}

/** Classes as the runtime writes them. */
const WRITTEN: Readonly<Partial<Record<string, string>>> = { '\\h': '[ \\t]', '\\H': '[^ \\t]', '\\N': '[^\\n]' }

function literal(char: string, flags: Flags): Node {
  return { type: 'char', test: charTest(char, flags), ...(!flags.ignoreCase && { only: char }) }
}

const isChar = (wanted: string): Node => ({ type: 'char', test: (char) => char === wanted })

/** `\R`: a line end, as one unit. */
const LINE_END: Node = {
  type: 'atomic',
  inner: {
    type: 'any',
    parts: [
      { type: 'all', parts: [isChar('\r'), isChar('\n')] },
      { type: 'char', test: (char) => '\n\v\f\r\u0085\u2028\u2029'.includes(char) },
    ],
  },
}

/**
 * Parses a regex in Perl syntax.
 * @throws {Failure} `invalid_request` for an invalid regex or an unsupported construct
 */
export function parseBacktracking(source: string, flags: Flags): { readonly root: Node; readonly groups: number } {
  if (source.length > CHARS_MAX) throw refused(`is longer than ${CHARS_MAX} characters`, 0)
  const parser = new Parser(source)
  const root = parser.either(flags, 0)
  parser.end()
  return { root, groups: parser.groups }
}

function refused(what: string, at: number): Failure {
  return new Failure('invalid_request', `The pattern ${what} at offset ${at}.`)
}

class Parser {
  groups = 0
  readonly #source: string
  readonly #names = new Map<string, number>()
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  end(): void {
    if (this.#at < this.#source.length) throw refused('closes a group that was not opened', this.#at)
  }

  either(given: Flags, depth: number): Node {
    if (depth > DEPTH_MAX) throw refused('nests too deep', this.#at)
    const parts: Node[] = []
    let flags = given
    let sequence: Node[] = []
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#take('|')) {
        parts.push({ type: 'all', parts: sequence })
        sequence = []
        continue
      }
      const inline = this.#match(/\(\?([imsx]*)(?:-([imsx]+))?\)/y)
      if (inline !== undefined) {
        flags = this.#changed(flags, inline)
        continue
      }
      sequence.push(this.#repeated(this.#atom(flags, depth)))
    }
    const last: Node = { type: 'all', parts: sequence }
    return parts.length === 0 ? last : { type: 'any', parts: [...parts, last] }
  }

  #repeated(inner: Node): Node {
    const found = this.#match(/(?:([*+?])|\{(\d{0,5})(,?)(\d{0,5})\})([?+]?)/y)
    if (found === undefined) return inner
    const [all, sign, from, comma, to, how] = found
    if (sign === undefined && (from === '' || from === undefined)) {
      this.#at -= all.length
      return inner
    }
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const max =
      sign === undefined ? (comma === '' ? min : to === '' ? Infinity : Number(to)) : sign === '?' ? 1 : Infinity
    if (min > REPEAT_MAX || (max !== Infinity && max > REPEAT_MAX))
      throw refused(`repeats more than ${REPEAT_MAX} times`, this.#at)
    return { type: 'repeat', inner, min, max, kind: how === '?' ? 'lazy' : how === '+' ? 'possessive' : 'greedy' }
  }

  #atom(flags: Flags, depth: number): Node {
    const char = this.#source[this.#at]!
    if (char === '(') return this.#group(flags, depth)
    if (char === '[') return this.#class(flags)
    if (char === '\\') return this.#escape(flags)
    if ('*+?'.includes(char)) throw refused('has nothing to repeat', this.#at)
    if (char === '{' && /^\{\d+(?:,\d*)?\}/.test(this.#source.slice(this.#at, this.#at + 12)))
      throw refused('has nothing to repeat', this.#at)
    this.#at += 1
    if (char === '.') return { type: 'char', test: classTest('.', flags) }
    if (char === '^') return { type: 'edge', edge: flags.multiLine ? 'line-start' : 'text-start' }
    if (char === '$') return { type: 'edge', edge: flags.multiLine ? 'line-end' : 'text-end' }
    return literal(char, flags)
  }

  #group(flags: Flags, depth: number): Node {
    const from = this.#at
    const look = this.#match(/\(\?(<?)([=!])/y)
    if (look !== undefined) {
      const inner = this.#inner(flags, depth)
      return { type: 'look', inner, isBehind: look[1] === '<', isNot: look[2] === '!' }
    }
    const same = this.#match(/\(\?P=(\w{1,40})\)/y)
    if (same !== undefined) return this.#back(this.#names.get(same[1]!), flags, from)
    if (this.#match(/\(\?>/y) !== undefined) return { type: 'atomic', inner: this.#inner(flags, depth) }
    const plain = this.#match(/\(\?([imsx]*)(?:-([imsx]+))?:/y)
    if (plain !== undefined) return this.#inner(this.#changed(flags, plain), depth)
    const named = this.#match(/\(\?P?<([A-Za-z_]\w{0,40})>/y) ?? this.#match(/\(\?'([A-Za-z_]\w{0,40})'/y)
    if (named === undefined && this.#source.startsWith('(?', from))
      throw refused('has a group of an unknown kind', from)
    if (named === undefined) this.#at += 1
    this.groups += 1
    const index = this.groups
    if (named !== undefined) this.#names.set(named[1]!, index)
    return { type: 'group', index, inner: this.#inner(flags, depth) }
  }

  #inner(flags: Flags, depth: number): Node {
    const from = this.#at
    const inner = this.either(flags, depth + 1)
    if (!this.#take(')')) throw refused('opens a group that is not closed', from)
    return inner
  }

  #class(flags: Flags): Node {
    const found = this.#match(/\[\^?\]?(?:\\[\s\S]|\[:\^?\w{1,10}:\]|[^\]\\])*\]/y)
    if (found === undefined) throw refused('opens a class that is not closed', this.#at)
    // A leading bracket is a literal character of the class.
    const text = found[0].replace(/^(\[\^?)\]/, '$1\\]')
    return { type: 'char', test: this.#tested(text, flags) }
  }

  #escape(flags: Flags): Node {
    const from = this.#at
    const edge = this.#match(/\\([bBAzZ])/y)?.[1]
    if (edge === 'b' || edge === 'B') return { type: 'edge', edge: edge === 'b' ? 'word' : 'not-word' }
    if (edge !== undefined) return { type: 'edge', edge: edge === 'A' ? 'text-start' : 'text-end' }
    if (this.#match(/\\R/y) !== undefined) return LINE_END
    const set = this.#match(/\\(?:[dDwWsShHN]|[pP]\{\^?\w{1,40}\}|[pP][A-Z])/y)?.[0]
    if (set !== undefined) return { type: 'char', test: this.#tested(WRITTEN[set] ?? set, flags) }
    const back = this.#match(/\\(?:g?([1-9]\d?)|g\{(-?[1-9]\d?)\}|[gk][<{'](\w{1,40})[>}'])/y)
    if (back !== undefined) {
      const [, plain, braced, name] = back
      const number = Number(plain ?? braced)
      return this.#back(
        name === undefined ? (number < 0 ? this.groups + 1 + number : number) : this.#names.get(name),
        flags,
        from,
      )
    }
    const code = this.#match(/\\(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,4})\}|u([0-9A-Fa-f]{4}))/y)
    if (code !== undefined) {
      const char = String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16))
      return { type: 'char', test: charTest(char, flags) }
    }
    const letter = this.#source[this.#at + 1]
    if (letter === undefined) throw refused('ends in a backslash', from)
    const control = CONTROLS[letter]
    if (control === undefined && /[A-Za-z0-9]/.test(letter)) throw refused(`has the unknown escape \\${letter}`, from)
    this.#at += 2
    return literal(control ?? letter, flags)
  }

  #back(index: number | undefined, { ignoreCase }: Flags, from: number): Node {
    if (index === undefined || index < 1 || index > this.groups)
      throw refused('refers to a group that does not exist', from)
    return { type: 'back', index, ignoreCase }
  }

  #tested(text: string, flags: Flags): ReturnType<typeof classTest> {
    try {
      return classTest(text, flags)
    } catch {
      throw refused(`has an unknown class ${text.slice(0, 40)}`, this.#at)
    }
  }

  #changed(flags: Flags, [, on = '', off = '']: RegExpExecArray): Flags {
    if (on.includes('x')) throw refused('contains comments', this.#at)
    const set = (letter: string, before: boolean): boolean =>
      on.includes(letter) ? true : off.includes(letter) ? false : before
    return {
      ignoreCase: set('i', flags.ignoreCase),
      multiLine: set('m', flags.multiLine),
      dotAll: set('s', flags.dotAll),
    }
  }

  #take(char: string): boolean {
    if (this.#source[this.#at] !== char) return false
    this.#at += 1
    return true
  }

  #match(regex: RegExp): RegExpExecArray | undefined {
    regex.lastIndex = this.#at
    const found = regex.exec(this.#source)
    if (found === null) return undefined
    this.#at += found[0].length
    return found
  }
}
