import type { Code } from './code.ts'
import { Draft, type Mutated, type Piece } from './draft.ts'
import type { Group, Program } from './group.ts'

/** How a language joins texts. */
interface Form {
  readonly sum: string
  readonly operator: string
  /** Kinds of literals without values in them. */
  readonly literals: RegExp
  /** Writes a text with values in it: literal text, and `hole` around each value. */
  readonly open: string
  readonly close: string
  readonly hole: readonly [string, string]
  /** Literal text and values with this pattern are not converted. */
  readonly unless: RegExp
  /** Whether values follow the text as arguments. */
  readonly isFormat?: boolean
}

const SCRIPT: Form = {
  sum: 'binary_expression',
  operator: '+',
  literals: /^string$/,
  open: '`',
  close: '`',
  hole: ['${', '}'],
  unless: /[`\\]|\$\{/,
}
const PYTHON: Form = {
  sum: 'binary_operator',
  operator: '+',
  literals: /^string$/,
  open: 'f"',
  close: '"',
  hole: ['{', '}'],
  unless: /["\\{}\n]/,
}

/** The usual way to write values into a text, by language. */
const INTERPOLATIONS: Readonly<Record<string, Form>> = {
  csharp: {
    sum: 'binary_expression',
    operator: '+',
    literals: /^string_literal$/,
    open: '$"',
    close: '"',
    hole: ['{', '}'],
    unless: /["\\{}\n]/,
  },
  javascript: SCRIPT,
  kotlin: {
    sum: 'additive_expression',
    operator: '+',
    literals: /^string_literal$/,
    open: '"',
    close: '"',
    hole: ['${', '}'],
    unless: /[\\$\n]/,
  },
  php: {
    sum: 'binary_expression',
    operator: '.',
    literals: /^(?:string|encapsed_string)$/,
    open: '"',
    close: '"',
    hole: ['{', '}'],
    unless: /["\\{}$\n]/,
  },
  python: PYTHON,
  ruby: {
    sum: 'binary',
    operator: '+',
    literals: /^string$/,
    open: '"',
    close: '"',
    hole: ['#{', '}'],
    unless: /["\\#\n]/,
  },
  tsx: SCRIPT,
  typescript: SCRIPT,
}

const FORMATS: Readonly<Record<string, Form>> = {
  csharp: { ...INTERPOLATIONS['csharp']!, open: 'string.Format("', close: '"', isFormat: true },
  go: {
    sum: 'binary_expression',
    operator: '+',
    literals: /^interpreted_string_literal$/,
    open: 'fmt.Sprintf("',
    close: '"',
    hole: ['%s', ''],
    unless: /["\\%\n]/,
    isFormat: true,
  },
  java: {
    sum: 'binary_expression',
    operator: '+',
    literals: /^string_literal$/,
    open: 'String.format("',
    close: '"',
    hole: ['%s', ''],
    unless: /["\\%\n]/,
    isFormat: true,
  },
  php: {
    ...INTERPOLATIONS['php']!,
    open: 'sprintf("',
    close: '"',
    hole: ['%s', ''],
    unless: /["\\%$\n]/,
    isFormat: true,
  },
  python: { ...PYTHON, open: '"', close: '".format(', hole: ['{}', ''], isFormat: true },
  ruby: {
    ...INTERPOLATIONS['ruby']!,
    open: 'format("',
    close: '"',
    hole: ['%s', ''],
    unless: /["\\#%\n]/,
    isFormat: true,
  },
}

/** Writes values into a text instead of joining them. */
export function interpolateText(code: Code, program: Program, _group: Group): Mutated | undefined {
  return joined(code, program, INTERPOLATIONS[code.language.name])
}

/** Formats a text with values instead of joining them. */
export function formatText(code: Code, program: Program, _group: Group): Mutated | undefined {
  if (code.language.name === 'go' && !/"fmt"/.test(code.text)) return undefined
  return joined(code, program, FORMATS[code.language.name])
}

function joined(code: Code, program: Program, form: Form | undefined): Mutated | undefined {
  if (form === undefined) return undefined
  const draft = new Draft(program, code.file)
  for (const node of code.nodes()) {
    if (!isSum(code, node, form) || isSum(code, code.parent(node), form)) continue
    const leaves = leavesOf(code, node, form)
    const isText = (leaf: number): boolean => form.literals.test(code.kind(leaf)) && valueOf(code, leaf) !== undefined
    if (!leaves.some(isText) || leaves.every(isText)) continue
    const pieces = form.isFormat === true ? formatted(code, leaves, form, isText) : written(code, leaves, form, isText)
    if (pieces !== undefined) draft.replace(code.start(node), code.end(node), ...pieces)
  }
  return draft.count === 0 ? undefined : draft.done()
}

function written(code: Code, leaves: readonly number[], form: Form, isText: (leaf: number) => boolean) {
  const pieces: Piece[] = [form.open]
  for (const leaf of leaves) {
    const text = isText(leaf) ? valueOf(code, leaf)! : code.textOf(leaf)
    // PHP interpolates values with a sigil.
    const isPhp = code.language.name === 'php'
    if (isText(leaf) ? form.unless.test(text) : isPhp ? !/^\$[\w>[\]'-]+$/.test(text) : /["`\\\n]/.test(text))
      return undefined
    if (isText(leaf)) pieces.push(text)
    else pieces.push(form.hole[0], [code.start(leaf), code.end(leaf)], form.hole[1])
  }
  return [...pieces, form.close]
}

function formatted(code: Code, leaves: readonly number[], form: Form, isText: (leaf: number) => boolean) {
  const values: Piece[] = []
  let text = form.open
  let count = 0
  for (const leaf of leaves) {
    if (!isText(leaf)) {
      text += code.language.name === 'csharp' ? `{${count}}` : form.hole.join('')
      count += 1
      const isFirst = values.length === 0 && form.close.endsWith('(')
      values.push(isFirst ? '' : ', ', [code.start(leaf), code.end(leaf)])
      continue
    }
    const value = valueOf(code, leaf)!
    if (form.unless.test(value)) return undefined
    text += value
  }
  return [text + form.close, ...values, ')']
}

function isSum(code: Code, node: number, { sum, operator }: Form): boolean {
  if (node === -1 || code.kind(node) !== sum) return false
  return code.children(node).some((child) => !code.isNamed(child) && code.textOf(child) === operator)
}

function leavesOf(code: Code, node: number, form: Form): readonly number[] {
  if (!isSum(code, node, form)) return [node]
  return code.named(node).flatMap((child) => leavesOf(code, child, form))
}

/** Returns the text of a literal; undefined for a literal with interpolations or escapes. */
function valueOf(code: Code, node: number): string | undefined {
  const text = code.textOf(node)
  const inner = /^(["'])([^\\\n]*)\1$/.exec(text)?.[2]
  const isPlain = code.named(node).every((child) => !/interpol|escape|variable/.test(code.kind(child)))
  return isPlain ? inner : undefined
}

/** Template literals, and the locations of their values. */
const TEMPLATES: Readonly<Record<string, { readonly kind: RegExp; readonly hole: RegExp; readonly plus: string }>> = {
  csharp: { kind: /^interpolated_string_expression$/, hole: /^interpolation$/, plus: ' + ' },
  javascript: { kind: /^template_string$/, hole: /^template_substitution$/, plus: ' + ' },
  kotlin: { kind: /^string_literal$/, hole: /^interpolated_(?:identifier|expression)$/, plus: ' + ' },
  php: {
    kind: /^encapsed_string$/,
    hole: /^(?:variable_name|subscript_expression|member_access_expression)$/,
    plus: ' . ',
  },
  python: { kind: /^string$/, hole: /^interpolation$/, plus: ' + ' },
  ruby: { kind: /^string$/, hole: /^interpolation$/, plus: ' + ' },
}

/** Joins values to a text instead of writing them into it. */
export function joinText(code: Code, program: Program, _group: Group): Mutated | undefined {
  const { name } = code.language
  const template = TEMPLATES[name === 'typescript' || name === 'tsx' ? 'javascript' : name]
  if (template === undefined) return undefined
  const draft = new Draft(program, code.file)
  for (const node of code.nodes()) {
    if (!template.kind.test(code.kind(node))) continue
    const pieces = piecesOf(code, node, template)
    if (pieces !== undefined) draft.replace(code.start(node), code.end(node), ...pieces)
  }
  return draft.count === 0 ? undefined : draft.done()
}

function piecesOf(code: Code, node: number, { hole, plus }: (typeof TEMPLATES)[string]): readonly Piece[] | undefined {
  const text = code.textOf(node)
  const opening = /^(?:[fF]|\$)?(["'`])/.exec(text)
  if (opening === null || /^(?:[fF]|\$)?(?:"""|''')/.test(text) || text.includes('\n')) return undefined
  const holes = code.named(node).filter((child) => hole.test(code.kind(child)))
  if (holes.length === 0 || /call_expression/.test(code.kind(code.parent(node)))) return undefined
  const parts: Piece[][] = []
  let at = code.start(node) + opening[0].length
  const quote = opening[1] === '`' ? '"' : opening[1]!
  for (const item of [...holes, -1]) {
    const from = item === -1 ? code.end(node) - 1 : code.start(item)
    const literal = code.text.slice(at, from).replace(/\{$/, '')
    if (/["\\]|^\}./.test(literal.replace(/^\}/, '')) || (opening[1] === "'" && literal.includes("'"))) return undefined
    const plain = code.language.name === 'php' ? literal.replace(/^\}/, '') : literal
    if (plain !== '' || parts.length === 0) parts.push([quote + plain + quote])
    if (item === -1) break
    const inner =
      code.kind(item).includes('interpol') || code.kind(item) === 'template_substitution' ? innerOf(code, item) : item
    if (inner === undefined) return undefined
    const range = [code.start(inner), code.end(inner)] as const
    parts.push(
      code.language.name === 'python'
        ? ['str(', range, ')']
        : code.language.name === 'ruby'
          ? ['(', range, ').to_s']
          : ['(', range, ')'],
    )
    at = code.end(item)
  }
  return ['(', ...parts.flatMap((part, number) => (number === 0 ? part : [plus, ...part])), ')']
}

/** Returns the value of a template placeholder; undefined for one with a format. */
function innerOf(code: Code, node: number): number | undefined {
  const inner = code.named(node).filter((child) => !/brace/.test(code.kind(child)))
  return inner.length === 1 ? inner[0] : code.isLeaf(node) ? node : undefined
}
