import { type HclNode, partOf } from '@gatehouse/sast/configuration'
import { TEXT_CHARS_MAX } from './budget.ts'
import { evaluate, pairsOf, type Scope, sourceOf, withNames } from './evaluate.ts'
import { type ConfigFile, labelOf } from './files.ts'
import { EvaluationProblem, joinedText, TooLarge, truthOfValue, Unknown, type Value } from './value.ts'

/** Returns the value of a string or a heredoc. A string with only `${a}` has the value of `a`. */
export function templateValue(node: HclNode, file: ConfigFile, scope: Scope): Value {
  const [only] = node.children
  if (node.kind === 'string' && node.children.length === 1 && only?.kind === 'interpolation') {
    return evaluate(partOf(only, 'value')!, file, scope)
  }
  const isIndented = node.kind === 'heredoc' && file.text.startsWith('<<-', node.start)
  return templatePartsValue(node.children, file, scope, node.kind === 'string', isIndented ? indentOf(node, file) : 0)
}

/** Returns the value of a sequence of text and code. @param isQuoted whether backslashes are escapes */
export function templatePartsValue(
  pieces: readonly HclNode[],
  file: ConfigFile,
  scope: Scope,
  isQuoted: boolean,
  indent = 0,
): Value {
  const reader = { pieces, at: 0 }
  const parts = run(reader, { file, scope, isQuoted, indent })
  const joined = joinedText(parts)
  const length = typeof joined === 'string' ? joined.length : 0
  if (length > TEXT_CHARS_MAX) throw new TooLarge('The text is too long.')
  scope.budget.step(length >> 6)
  return joined
}

interface TemplateRun {
  readonly pieces: readonly HclNode[]
  at: number
}

interface How {
  readonly file: ConfigFile
  readonly scope: Scope
  readonly isQuoted: boolean
  readonly indent: number
}

/** Evaluates pieces up to the directive that ends them. That directive is not consumed. */
function run(reader: TemplateRun, how: How): Value[] {
  const created: Value[] = []
  const { file, scope } = how
  for (; reader.at < reader.pieces.length; reader.at += 1) {
    const piece = reader.pieces[reader.at]!
    scope.budget.step()
    if (piece.kind === 'string_content') created.push(plainText(piece, how))
    else if (piece.kind === 'interpolation')
      created.push(asText(evaluate(partOf(piece, 'value')!, file, scope), piece, file))
    else if (piece.kind === 'directive') {
      const word = directiveName(piece, file)
      if (word !== 'if' && word !== 'for') return created
      created.push(...(word === 'if' ? runIf(reader, how) : runFor(reader, how)))
    }
  }
  return created
}

function asText(value: Value, piece: HclNode, file: ConfigFile): Value {
  if (value === null) throw new EvaluationProblem('null cannot be converted to text.')
  if (typeof value === 'object' && !(value instanceof Unknown))
    throw new EvaluationProblem('The value is not a string.')
  if (value instanceof Unknown && value.parts === undefined && value.source === '') {
    return new Unknown(sourceOf(partOf(piece, 'value')!, file))
  }
  return value
}

function runIf(reader: TemplateRun, how: How): Value[] {
  const { file, scope } = how
  const condition = evaluate(partOf(reader.pieces[reader.at]!, 'condition')!, file, scope)
  const holds = condition instanceof Unknown || truthOfValue(condition)
  reader.at += 1
  const yes = branch(reader, how, holds)
  const isElse = directiveName(reader.pieces[reader.at], file) === 'else'
  if (isElse) reader.at += 1
  const no = isElse ? branch(reader, how, !holds) : []
  return holds ? yes : no
}

/** Evaluates one branch of a condition; the other branch is skipped without evaluation. */
function branch(reader: TemplateRun, how: How, isTaken: boolean): Value[] {
  if (isTaken) return run(reader, how)
  pass(reader, how.file)
  return []
}

/** Skips to the directive that ends this run. */
function pass(reader: TemplateRun, file: ConfigFile): void {
  for (let depth = 0; reader.at < reader.pieces.length; reader.at += 1) {
    const word = directiveName(reader.pieces[reader.at], file)
    if (word === 'if' || word === 'for') depth += 1
    else if (depth === 0 && (word === 'else' || word === 'endif' || word === 'endfor')) return
    else if (word === 'endif' || word === 'endfor') depth -= 1
  }
}

function runFor(reader: TemplateRun, how: How): Value[] {
  const { file, scope } = how
  const piece = reader.pieces[reader.at]!
  const collection = evaluate(partOf(piece, 'collection')!, file, scope)
  const start = (reader.at += 1)
  if (collection instanceof Unknown) {
    pass(reader, file)
    return [new Unknown(collection.source)]
  }
  const [first, second] = (['first', 'second'] as const).map((field) => partOf(piece, field))
  const created: Value[] = []
  const pairs = pairsOf(collection)
  for (const [key, value] of pairs) {
    reader.at = start
    const names: [string, Value][] =
      second === undefined
        ? [[labelOf(file.text, first!), value]]
        : [
            [labelOf(file.text, first!), key],
            [labelOf(file.text, second), value],
          ]
    created.push(...run(reader, { ...how, scope: withNames(scope, names) }))
  }
  if (pairs.length === 0) pass(reader, file)
  return created
}

function directiveName(piece: HclNode | undefined, file: ConfigFile): string {
  const word = piece?.kind === 'directive' ? partOf(piece, 'type') : undefined
  return word === undefined ? '' : file.text.slice(word.start, word.end)
}

const ESCAPES: Readonly<Partial<Record<string, string>>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

function plainText(piece: HclNode, { file, isQuoted, indent }: How): string {
  const raw = file.text.slice(piece.start, piece.end)
  const text = raw.replace(/([$%])\1\{/g, '$1{')
  if (!isQuoted) return indent === 0 ? text : outdented(text, indent, file.text[piece.start - 1] === '\n')
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g,
    (all, short?: string, long?: string, char?: string) => {
      if (char !== undefined) return ESCAPES[char] ?? all
      const code = Number.parseInt(short ?? long ?? '', 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
    },
  )
}

function outdented(text: string, indent: number, isLineStart: boolean): string {
  const lines = text.split('\n')
  return lines
    .map((line, at) => (at === 0 && !isLineStart ? line : line.slice(Math.min(indent, blanks(line)))))
    .join('\n')
}

function blanks(line: string): number {
  return /^[ \t]*/.exec(line)![0].length
}

/** Returns the common indentation of all lines of a heredoc. */
function indentOf(node: HclNode, file: ConfigFile): number {
  const body = file.text.slice(node.children[0]?.start ?? node.end, node.children.at(-1)?.end ?? node.end)
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  return lines.reduce((least, line) => Math.min(least, blanks(line)), lines.length === 0 ? 0 : 1_000)
}
