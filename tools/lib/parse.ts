import { parseSync, Visitor } from 'oxc-parser'
import type { Program, Span } from 'oxc-parser'

/** Kinds of imports. */
export type ImportKind = 'static' | 'export' | 'dynamic' | 'type' | 'require'

export interface Import {
  readonly specifier: string
  readonly kind: ImportKind
  readonly line: number
}

/** A function with its first and last line, for the length rule. */
export interface FunctionSpan {
  readonly name: string
  readonly line: number
  readonly lines: number
}

export interface ParsedModule {
  readonly imports: readonly Import[]
  /** `import(path)` with anything but a literal: its target is unknown. */
  readonly computedImports: readonly number[]
  /** Lines on which `process.env` is read, in any of its spellings. */
  readonly environmentReads: readonly number[]
  /** Strings that look like a module path, as in `new URL('./worker.ts', import.meta.url)`. */
  readonly modulePaths: readonly string[]
  readonly functions: readonly FunctionSpan[]
  /** The source with comments and string contents blanked, line by line the same as the original. */
  readonly bareCode: string
  /** Same text with comments. */
  readonly unquoted: string
}

/**
 * Parses a module, so that imports in comments and strings are ignored and imports of types are found.
 * @throws {Error} when the source does not parse
 */
export function parseModule(path: string, source: string): ParsedModule {
  const { program, comments, errors } = parseSync(path, source, { sourceType: 'module' })
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} does not parse: ${error.message}`)
  const lineOf = lineCounter(source)
  const strings = stringsOf(program)
  return {
    ...importsOf(program, lineOf),
    environmentReads: environmentReadsOf(program, lineOf),
    functions: functionsOf(program, source, lineOf),
    modulePaths: strings.map(({ text }) => text).filter((text) => /^[^\n]*\.(?:ts|mjs|js)$/.test(text)),
    bareCode: blank(source, [...comments, ...strings]),
    unquoted: blank(source, strings),
  }
}

/** The names that a module exports, and the modules whose names it exports with `export *`. */
export function exportedNames(path: string, source: string): { names: string[]; modules: string[] } {
  const { staticExports } = parseSync(path, source, { sourceType: 'module' }).module
  const names: string[] = []
  const modules: string[] = []
  for (const { exportName, importName, moduleRequest } of staticExports.flatMap(({ entries }) => entries)) {
    const isStar = exportName.name === null && importName.name === null
    if (isStar && moduleRequest !== null) modules.push(moduleRequest.value)
    else names.push(exportName.name ?? 'default')
  }
  return { names, modules }
}

type LineOf = (offset: number) => number

function importsOf(program: Program, lineOf: LineOf): Pick<ParsedModule, 'imports' | 'computedImports'> {
  const imports: Import[] = []
  const computedImports: number[] = []
  const add = (specifier: unknown, kind: ImportKind, at: number): void => {
    if (typeof specifier === 'string') imports.push({ specifier, kind, line: lineOf(at) })
    else computedImports.push(lineOf(at))
  }
  new Visitor({
    ImportDeclaration(node) {
      add(node.source.value, node.importKind === 'type' ? 'type' : 'static', node.start)
    },
    ExportNamedDeclaration(node) {
      if (node.source !== null) add(node.source.value, node.exportKind === 'type' ? 'type' : 'export', node.start)
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind === 'type' ? 'type' : 'export', node.start)
    },
    ImportExpression(node) {
      add(literal(node.source), 'dynamic', node.start)
    },
    TSImportType(node) {
      add(node.source.value, 'type', node.start)
    },
    TSExternalModuleReference(node) {
      add(node.expression.value, 'require', node.start)
    },
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return
      const [first] = node.arguments
      if (first !== undefined) add(literal(first), 'require', node.start)
    },
  }).visit(program)
  return { imports, computedImports }
}

function environmentReadsOf(program: Program, lineOf: LineOf): number[] {
  const lines: number[] = []
  new Visitor({
    ImportDeclaration(node) {
      const fromProcess = node.source.value === 'node:process' || node.source.value === 'process'
      if (fromProcess && node.specifiers.some((specifier) => importsName(specifier, 'env')))
        lines.push(lineOf(node.start))
    },
    MemberExpression(node) {
      const name = node.computed ? literal(node.property) : 'name' in node.property ? node.property.name : undefined
      if (name === 'env' && endsInProcess(node.object)) lines.push(lineOf(node.start))
    },
    VariableDeclarator(node) {
      if (node.init === null || !endsInProcess(node.init) || node.id.type !== 'ObjectPattern') return
      const takesEnv = node.id.properties.some(
        (property) => property.type === 'Property' && 'name' in property.key && property.key.name === 'env',
      )
      if (takesEnv) lines.push(lineOf(node.start))
    },
  }).visit(program)
  return lines
}

function functionsOf(program: Program, source: string, lineOf: LineOf): FunctionSpan[] {
  const functions: FunctionSpan[] = []
  const add = (node: Span, name: string): void => {
    const line = lineOf(node.start)
    functions.push({ name, line, lines: lineOf(node.end) - line + 1 })
  }
  new Visitor({
    FunctionDeclaration: (node) => add(node, node.id?.name ?? 'default'),
    FunctionExpression: (node) => add(node, nameBefore(source, node.start)),
    ArrowFunctionExpression: (node) => add(node, nameBefore(source, node.start)),
  }).visit(program)
  return functions
}

/** Returns the contents of all strings and templates, and their positions between the quotes. */
function stringsOf(program: Program): (Span & { text: string })[] {
  const strings: (Span & { text: string })[] = []
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') strings.push({ start: node.start + 1, end: node.end - 1, text: node.value })
    },
    TemplateElement(node) {
      strings.push({ start: node.start, end: node.end, text: node.value.raw })
    },
  }).visit(program)
  return strings
}

type Node = Program['body'][number] | { readonly type: string }

function literal(node: Node): string | undefined {
  if (node.type !== 'Literal' || !('value' in node)) return undefined
  return typeof node.value === 'string' ? node.value : undefined
}

function importsName(node: { readonly type: string; readonly imported?: unknown }, name: string): boolean {
  const { imported } = node
  return typeof imported === 'object' && imported !== null && 'name' in imported && imported.name === name
}

/** `process` and `globalThis.process`. */
function endsInProcess(node: Node): boolean {
  if (node.type === 'Identifier') return 'name' in node && node.name === 'process'
  if (node.type !== 'MemberExpression' || !('property' in node)) return false
  const { property } = node
  return typeof property === 'object' && property !== null && 'name' in property && property.name === 'process'
}

/** The word that a reader would call an anonymous function by: `const name =`, `name:` or `name(` in front of it. */
function nameBefore(source: string, start: number): string {
  const before = source.slice(Math.max(0, start - 80), start)
  return /([A-Za-z_$][\w$]*)\s*[:=(]?\s*(?:async\s*)?$/.exec(before)?.[1] ?? 'anonymous'
}

function blank(source: string, spans: readonly Span[]): string {
  const sorted = [...spans].sort((a, b) => a.start - b.start)
  let out = ''
  let at = 0
  for (const { start, end } of sorted) {
    if (start < at) continue
    out += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return out + source.slice(at)
}

function lineCounter(source: string): LineOf {
  const starts = [0]
  for (let i = source.indexOf('\n'); i !== -1; i = source.indexOf('\n', i + 1)) starts.push(i + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
