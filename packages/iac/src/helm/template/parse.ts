import { PipelineReader } from './expressions.ts'
import { type ParsedTemplate, type Pipeline, type TemplateNode, TemplateProblem } from './node.ts'
import { actionTokens } from './words.ts'

/** Own limit: nested blocks. */
const DEPTH_MAX = 60

/** A piece of a file: literal text or an action. */
interface TemplatePart {
  readonly isAction: boolean
  readonly start: number
  readonly end: number
  /** Of an action: the content between its braces. */
  readonly from: number
  readonly to: number
}

/**
 * Parses a file of Go templates.
 * @throws {TemplateProblem} with the offset of the syntax error
 */
export function parseTemplate(path: string, text: string): ParsedTemplate {
  const reader = new BlockReader(text, templateParts(text))
  const { nodes, end } = reader.nodes(0)
  if (end !== undefined) throw new TemplateProblem(`${end.word} ends nothing.`, end.at)
  return { path, body: nodes, defines: reader.defines }
}

/** Splits a file at its actions. Whitespace that an action trims is in no piece. */
function templateParts(text: string): readonly TemplatePart[] {
  const pieces: TemplatePart[] = []
  let at = 0
  let trims = false
  for (;;) {
    const start = text.indexOf('{{', at)
    const before = textPart(
      text,
      at,
      start === -1 ? text.length : start,
      trims,
      start !== -1 && isTrim(text, start + 2),
    )
    if (before !== undefined) pieces.push(before)
    if (start === -1) return pieces
    const from = start + (isTrim(text, start + 2) ? 3 : 2)
    const close = endOfAction(text, from)
    if (close === -1) throw new TemplateProblem('An action is not closed.', start)
    trims = text[close - 1] === '-' && /\s/.test(text[close - 2] ?? '')
    pieces.push({ isAction: true, start, end: close + 2, from, to: trims ? close - 1 : close })
    at = close + 2
  }
}

function isTrim(text: string, at: number): boolean {
  return text[at] === '-' && /\s/.test(text[at + 1] ?? '')
}

function textPart(
  text: string,
  from: number,
  to: number,
  trimsStart: boolean,
  trimsEnd: boolean,
): TemplatePart | undefined {
  let start = from
  let end = to
  if (trimsStart) while (start < end && /\s/.test(text[start]!)) start += 1
  if (trimsEnd) while (end > start && /\s/.test(text[end - 1]!)) end -= 1
  return end > start ? { isAction: false, start, end, from: start, to: end } : undefined
}

/** Returns the offset of the `}}` that ends an action: outside of strings, and after a comment. */
function endOfAction(text: string, from: number): number {
  const comment = /\s*\/\*/y
  comment.lastIndex = from
  if (comment.test(text)) {
    const end = text.indexOf('*/', comment.lastIndex)
    return end === -1 ? -1 : text.indexOf('}}', end + 2)
  }
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '}' && text[at + 1] === '}') return at
    if (char === '`') {
      at = text.indexOf('`', at + 1)
      if (at === -1) return -1
    } else if (char === '"') {
      for (at += 1; at < text.length && text[at] !== '"' && text[at] !== '\n'; at += 1) if (text[at] === '\\') at += 1
    }
  }
  return -1
}

interface End {
  /** `end` or `else`, with the text after it. */
  readonly word: string
  readonly at: number
  readonly piece: TemplatePart
}

/** Builds the tree of a file. */
class BlockReader {
  readonly defines = new Map<string, readonly TemplateNode[]>()
  readonly #text: string
  readonly #pieces: readonly TemplatePart[]
  #at = 0

  constructor(text: string, pieces: readonly TemplatePart[]) {
    this.#text = text
    this.#pieces = pieces
  }

  /** Parses nodes up to an `end` or an `else`, or to the end of the file. */
  nodes(depth: number): { readonly nodes: readonly TemplateNode[]; readonly end: End | undefined } {
    const nodes: TemplateNode[] = []
    for (;;) {
      const piece = this.#pieces[this.#at]
      if (piece === undefined) return { nodes, end: undefined }
      if (depth > DEPTH_MAX) throw new TemplateProblem('Blocks are nested too deeply.', piece.start)
      this.#at += 1
      const { start, end } = piece
      if (!piece.isAction) {
        nodes.push({ type: 'text', text: this.#text.slice(start, end), start, end })
        continue
      }
      const inner = this.#text.slice(piece.from, piece.to)
      if (/^\s*\/\*/.test(inner)) continue
      const word = /^\s*([a-z]+)(?![\w.])/.exec(inner)?.[1] ?? ''
      if (word === 'end' || word === 'else') return { nodes, end: { word, at: start, piece } }
      nodes.push(...this.#node(word, piece, depth))
    }
  }

  #node(word: string, piece: TemplatePart, depth: number): readonly TemplateNode[] {
    const { start, end } = piece
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return [this.#block(word, this.#pipeline(piece, word), piece, depth)]
      case 'define': {
        const name = this.#reader(piece, word).text()
        this.defines.set(name, this.#body(piece, depth))
        return []
      }
      case 'block':
      case 'template': {
        const reader = this.#reader(piece, word)
        const name = reader.text()
        if (word === 'block') this.defines.set(name, this.#body(piece, depth))
        return [{ type: 'template', name, pipeline: reader.isDone ? undefined : reader.whole(), start, end }]
      }
      case 'break':
      case 'continue':
        return [{ type: word, start, end }]
      default:
        return [{ type: 'action', pipeline: this.#pipeline(piece, ''), start, end }]
    }
  }

  #block(type: 'if' | 'with' | 'range', pipeline: Pipeline, piece: TemplatePart, depth: number): TemplateNode {
    const { nodes: body, end: stop } = this.nodes(depth + 1)
    const { start, end } = piece
    if (stop === undefined) throw new TemplateProblem(`${type} is not closed.`, start)
    if (stop.word === 'end') return { type, pipeline, body, otherwise: [], start, end }
    const rest = this.#text.slice(stop.piece.from, stop.piece.to).replace(/^\s*else\s*/, '')
    const next = /^(if|with)(?![\w.])/.exec(rest)?.[1] as 'if' | 'with' | undefined
    if (next === undefined) return { type, pipeline, body, otherwise: this.#body(piece, depth), start, end }
    const from = stop.piece.to - rest.length + next.length
    const words = actionTokens(this.#text, from, stop.piece.to)
    const inner = this.#block(next, new PipelineReader(words, from).whole(), stop.piece, depth + 1)
    return { type, pipeline, body, otherwise: [inner], start, end }
  }

  #body(piece: TemplatePart, depth: number): readonly TemplateNode[] {
    const { nodes, end } = this.nodes(depth + 1)
    if (end?.word !== 'end') throw new TemplateProblem('A block is not closed.', piece.start)
    return nodes
  }

  #pipeline(piece: TemplatePart, word: string): Pipeline {
    return this.#reader(piece, word).whole()
  }

  #reader(piece: TemplatePart, word: string): PipelineReader {
    const from =
      word === '' ? piece.from : piece.from + this.#text.slice(piece.from, piece.to).indexOf(word) + word.length
    return new PipelineReader(actionTokens(this.#text, from, piece.to), piece.start)
  }
}
