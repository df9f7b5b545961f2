import type { OwnGrammar } from '../grammar.ts'
import { ownGrammar, type TreeWriter } from '../own-grammar.ts'
import { DOCKERFILE_KINDS, INSTRUCTIONS } from './kinds.ts'
import { Lines, type InstructionWord } from './line.ts'
import { writeScript, writeWord } from './script.ts'

const KNOWN: ReadonlySet<string> = new Set(INSTRUCTIONS)
/** Own limit: heredocs of one instruction. */
const HEREDOCS_MAX = 20

/** Dockerfiles: instructions with their flags, images, pairs, commands and words. */
export function dockerfileGrammar(): OwnGrammar {
  return ownGrammar({
    kinds: DOCKERFILE_KINDS,
    fields: ['key', 'value'],
    read: (text, writer) => {
      const reader = new DockerfileReader(new Lines(text), writer)
      for (let at = 0; at < text.length;) at = reader.line(at)
    },
  })
}

class DockerfileReader {
  readonly #lines: Lines
  readonly #writer: TreeWriter

  constructor(lines: Lines, writer: TreeWriter) {
    this.#lines = lines
    this.#writer = writer
  }

  /** Reads the instruction on a line. @returns the start of the next instruction */
  line(from: number): number {
    const { text } = this.#lines
    const start = from + /^[ \t\r\uFEFF]*/.exec(text.slice(from, from + 1_000))![0].length
    const newline = text.indexOf('\n', start)
    const plainEnd = newline === -1 ? text.length : newline
    if (start >= plainEnd || text[start] === '#') return plainEnd + 1
    const end = this.#lines.endOf(start)
    const bodies = this.#heredocs(start, end)
    this.#instruction(start, end, bodies)
    const last = bodies.at(-1)?.after ?? end
    const next = text.indexOf('\n', last)
    return next === -1 ? text.length : next + 1
  }

  #instruction(start: number, end: number, bodies: readonly Body[]): void {
    const { text } = this.#lines
    const word = this.#lines.word(start, end)
    const name = text.slice(word.start, word.end).toLowerCase()
    const last = bodies.at(-1)?.after ?? end
    if (!KNOWN.has(name)) {
      if (!name.startsWith('__gh')) this.#writer.unread(start, end)
      this.#writer.leaf('instruction', start, last)
      return
    }
    this.#writer.open(name, start)
    const at = this.#flags(this.#lines.skip(word.end, end), end)
    if (at < end) this.#rest(name, at, end, bodies)
    this.#writer.close(last)
  }

  /** `--name=value` before all else. */
  #flags(from: number, end: number): number {
    const { text } = this.#lines
    let at = from
    while (text.startsWith('--', at) && at < end) {
      const word = this.#lines.word(at, end)
      const equals = text.indexOf('=', at)
      const isPair = equals !== -1 && equals < word.end
      this.#writer.open('flag', at)
      this.#writer.leaf('key', at + 2, isPair ? equals : word.end, 'key')
      if (isPair) writeWord(this.#lines, this.#writer, { start: equals + 1, end: word.end }, 'value')
      this.#writer.close(word.end)
      at = this.#lines.skip(word.end, end)
    }
    return at
  }

  #rest(name: string, at: number, end: number, bodies: readonly Body[]): void {
    switch (name) {
      case 'from':
        this.#from(this.#lines.words(at, end))
        break
      case 'env':
      case 'label':
      case 'arg':
        this.#pairs(name, at, end)
        break
      case 'user':
        this.#owner(this.#lines.word(at, end))
        break
      case 'onbuild':
        this.#instruction(at, end, [])
        break
      case 'healthcheck':
        this.#check(at, end)
        break
      case 'run':
      case 'cmd':
      case 'entrypoint':
      case 'shell':
        if (!this.#exec(at, end)) this.#scripts(at, end, bodies)
        break
      default:
        if (!this.#exec(at, end)) this.#words(at, end)
    }
  }

  /** `HEALTHCHECK CMD …`: no command of the image. */
  #check(from: number, end: number): void {
    const word = this.#lines.word(from, end)
    if (this.#lines.text.slice(from, word.end).toLowerCase() !== 'cmd') {
      this.#words(from, end)
      return
    }
    this.#writer.open('check', from)
    const at = this.#lines.skip(word.end, end)
    if (at < end && !this.#exec(at, end)) writeScript(this.#lines, this.#writer, at, end)
    this.#writer.close(end)
  }

  #words(from: number, end: number): void {
    for (const word of this.#lines.words(from, end)) writeWord(this.#lines, this.#writer, word)
  }

  #scripts(from: number, end: number, bodies: readonly Body[]): void {
    const [first] = bodies
    // `RUN <<EOF`: the commands are the lines below.
    if (first !== undefined && this.#lines.text.startsWith('<<', from)) {
      for (const { start, end: bodyEnd } of bodies) writeScript(this.#lines, this.#writer, start, bodyEnd)
    } else writeScript(this.#lines, this.#writer, from, end)
  }

  /** Reads the exec form `["a", "b"]`; returns false for any other form. */
  #exec(from: number, end: number): boolean {
    const { text } = this.#lines
    if (text[from] !== '[' || text[end - 1] !== ']') return false
    const words: InstructionWord[] = []
    for (let at = this.#lines.skip(from + 1, end - 1); at < end - 1; at = this.#lines.skip(at, end - 1)) {
      if (text[at] === ',') {
        at += 1
        continue
      }
      const word = this.#lines.word(at, end - 1, ',')
      if (word.end === at) return false
      words.push(word)
      at = word.end
    }
    const isList = words.every((word) => isJsonString(text, word) || text.startsWith('__GH', word.start))
    if (!isList) return false
    this.#writer.open('exec', from)
    for (const word of words) writeWord(this.#lines, this.#writer, word)
    this.#writer.close(end)
    return true
  }

  #from([image, as, alias]: readonly InstructionWord[]): void {
    if (image === undefined) return
    this.#writer.open('image', image.start)
    const text = this.#lines.text.slice(image.start, image.end)
    const at = text.includes('@') ? text.indexOf('@') : text.length
    const colon = tagColon(text.slice(0, at))
    const nameEnd = colon === -1 ? at : colon
    this.#writer.leaf('name', image.start, image.start + nameEnd)
    this.#part('tag', image.start + nameEnd, image.start + at)
    this.#part('digest', image.start + at, image.end)
    this.#writer.close(image.end)
    const isAlias = as !== undefined && this.#lines.text.slice(as.start, as.end).toLowerCase() === 'as'
    if (isAlias && alias !== undefined) this.#writer.leaf('alias', alias.start, alias.end)
    else if (as !== undefined && this.#lines.text.startsWith('__GH', as.start))
      this.#writer.leaf('word', as.start, as.end)
  }

  /** Reads `:tag` and `@digest`: the value follows the first character. */
  #part(kind: 'tag' | 'digest', start: number, end: number): void {
    if (start >= end) return
    this.#writer.open(kind, start)
    this.#writer.leaf('name', start + 1, end)
    this.#writer.close(end)
  }

  #owner(word: InstructionWord): void {
    const colon = this.#lines.text.slice(word.start, word.end).lastIndexOf(':')
    this.#writer.open('owner', word.start)
    this.#writer.leaf('name', word.start, colon === -1 ? word.end : word.start + colon)
    if (colon !== -1) this.#writer.leaf('group', word.start + colon + 1, word.end)
    this.#writer.close(word.end)
  }

  #pairs(name: string, from: number, end: number): void {
    const { text } = this.#lines
    const words = this.#lines.words(from, end)
    const [first, second] = words
    // `ENV NAME any text` and `LABEL name any text`: the legacy syntax. An ARG may declare several names.
    if (
      name !== 'arg' &&
      first !== undefined &&
      second !== undefined &&
      !text.slice(first.start, first.end).includes('=')
    ) {
      this.#writer.open('pair', first.start)
      this.#writer.leaf('key', first.start, first.end, 'key')
      writeWord(this.#lines, this.#writer, { start: second.start, end }, 'value')
      this.#writer.close(end)
      return
    }
    for (const word of words) this.#pair(word)
  }

  #pair({ start, end }: InstructionWord): void {
    const equals = this.#lines.text.slice(start, end).indexOf('=')
    this.#writer.open('pair', start)
    this.#writer.leaf('key', start, equals === -1 ? end : start + equals, 'key')
    if (equals !== -1) writeWord(this.#lines, this.#writer, { start: start + equals + 1, end }, 'value')
    this.#writer.close(end)
  }

  /** The texts that follow an instruction up to the words that it names. */
  #heredocs(start: number, end: number): readonly Body[] {
    const { text } = this.#lines
    const found: Body[] = []
    const line = text.slice(start, end)
    if (!line.includes('<<') || !/^(?:run|copy|add)\b/i.test(line)) return found
    let at = end
    for (const word of this.#lines.words(start, end)) {
      const mark = HEREDOC.exec(text.slice(word.start, Math.min(word.end, word.start + MARK_CHARS_MAX)))
      if (mark === null) continue
      if (found.length >= HEREDOCS_MAX) break
      const newline = text.indexOf('\n', at)
      if (newline === -1) break
      const stop = new RegExp(`^${mark[1] === '' ? '' : '\\t*'}${mark[3]}\\r?$`, 'm')
      const close = stop.exec(text.slice(newline + 1))
      const bodyEnd = close === null ? text.length : newline + 1 + close.index
      const after = close === null ? text.length : bodyEnd + close[0].length
      found.push({ start: newline + 1, end: bodyEnd, after })
      at = after
    }
    return found
  }
}

/** Own limit: length of a heredoc operator with its terminating word. */
const MARK_CHARS_MAX = 120

/** A heredoc operator at the start of a word. Operators in strings, in `$((1 << n))` and in `<<<` do not start a heredoc. */
const HEREDOC = /^\d{0,2}<<(-?)(["']?)([A-Za-z_]\w{0,99})\2(?:[|;&>)]|$)/

/** Returns the position of the colon before a tag; -1 without a tag. Colons of ports and within `${…}` do not count. */
function tagColon(image: string): number {
  let braces = 0
  for (let at = image.length - 1; at >= 0; at -= 1) {
    const char = image[at]
    if (char === '}') braces += 1
    else if (char === '{') braces -= 1
    else if (braces > 0) continue
    else if (char === '/') return -1
    else if (char === ':') return at
  }
  return -1
}

/** Returns whether a word is a complete JSON string. Docker runs a list with other words as a shell command. */
function isJsonString(text: string, { start, end }: InstructionWord): boolean {
  return end - start > 1 && text[start] === '"' && text[end - 1] === '"'
}

interface Body {
  readonly start: number
  readonly end: number
  /** Offset after the terminating word. */
  readonly after: number
}
