import type { FixDraft, Fixer, FixTarget } from '../draft.ts'
import { withRange } from '../configuration/ranges.ts'
import { eolOf, lineAt } from '../text/splice.ts'

/** How a language reads an environment variable. */
interface Idiom {
  readonly read: (name: string) => string
  /** Whether the expression replaces the quotes around the value too. */
  readonly isExpression: boolean
  /** Changes the rest of the file: imports, and constants that a program cannot compute. */
  readonly around?: (text: string, line: number) => string | undefined
}

const IDIOMS: readonly (readonly [path: RegExp, idiom: Idiom])[] = [
  [/\.py$/, { read: (name) => `os.environ["${name}"]`, isExpression: true, around: withPythonImport }],
  [/\.(?:js|cjs|mjs|jsx)$/, { read: (name) => `process.env.${name}`, isExpression: true }],
  [/\.(?:ts|cts|mts|tsx)$/, { read: (name) => `process.env['${name}'] as string`, isExpression: true }],
  [/\.java$/, { read: (name) => `System.getenv("${name}")`, isExpression: true }],
  [
    /\.kts?$/,
    { read: (name) => `System.getenv("${name}")`, isExpression: true, around: replacingOnLine(/\bconst val\b/, 'val') },
  ],
  [/\.go$/, { read: (name) => `os.Getenv("${name}")`, isExpression: true, around: withGoImport }],
  [/\.rb$/, { read: (name) => `ENV.fetch("${name}")`, isExpression: true }],
  [/\.php$/, { read: (name) => `getenv('${name}')`, isExpression: true }],
  [
    /\.cs$/,
    {
      read: (name) => `System.Environment.GetEnvironmentVariable("${name}")`,
      isExpression: true,
      around: replacingOnLine(/\bconst string\b/, 'static readonly string'),
    },
  ],
  [/(?:^|\/)application[\w.-]*\.(?:ya?ml|properties)$/, { read: (name) => `\${${name}}`, isExpression: false }],
  [/(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/, { read: (name) => `\${${name}:?}`, isExpression: false }],
]

/** Own limit: longer names are hard to type. */
const NAME_CHARS_MAX = 60

/** Moves a secret from the source to an environment variable, in the idiom of the language. */
export const fixSecret: Fixer = async (target, files) => {
  const { filePath, metadata } = target
  const idiom = IDIOMS.find(([path]) => path.test(filePath))?.[1]
  const text = idiom === undefined ? undefined : await files.read(filePath)
  if (idiom === undefined || text === undefined || metadata['encodings'] !== undefined) return []
  const draft = moved(text, target, idiom)
  return draft === undefined ? [] : [draft]
}

function moved(text: string, target: FixTarget, idiom: Idiom): FixDraft | undefined {
  const { filePath, startLine, endLine } = target
  const range = withRange(text, target)
  if (range === undefined || startLine !== endLine) return undefined
  const [before, after] = [text[range.start - 1] ?? '', text[range.end] ?? '']
  const isQuoted = /["'`]/.test(before) && before === after
  if (idiom.isExpression && !isQuoted) return undefined
  const line = lineAt(text, startLine)
  const lead = text.slice(line.start, range.start - (isQuoted ? 1 : 0))
  if (/^\s*const\s*[({]?\s*$|^\s*#\s*include/.test(lead) || (/\b[frbu]{1,2}$/i.test(lead) && filePath.endsWith('.py')))
    return undefined
  // A prefix or a rest of the value inside the quotes is not part of the secret.
  if (!idiom.isExpression && !isQuoted && !/[:=]\s*$/.test(lead)) return undefined
  const name = variableName(parentsOf(text, line.start, filePath) + lead, target)
  const [start, end] = isQuoted ? [range.start - 1, range.end + 1] : [range.start, range.end]
  const read = idiom.read(name)
  const written = idiom.isExpression || !isQuoted ? read : before + read + after
  const changed = text.slice(0, start) + written + text.slice(end)
  const whole = idiom.around === undefined ? changed : idiom.around(changed, startLine)
  if (whole === undefined) return undefined
  return {
    title: `Read the secret from the environment variable ${name}.`,
    edits: new Map([[filePath, whole]]),
    check: `Revoke the secret, and set ${name} where the program runs. The removed line of the diff contains the secret.`,
  }
}

/** Keys above a line of YAML: `spring.datasource.` for the password of a data source of Spring. */
function parentsOf(text: string, lineStart: number, filePath: string): string {
  if (!/(?:^|\/)application[\w.-]*\.ya?ml$/.test(filePath)) return ''
  const keys: string[] = []
  let indent = /^[ \t]*/.exec(text.slice(lineStart))![0].length
  for (const line of text.slice(0, lineStart).split('\n').toReversed()) {
    const [, space, key] = /^( *)([\w.-]+):\s*(?:#.*)?$/.exec(line) ?? []
    if (space === undefined || key === undefined || space.length >= indent) continue
    keys.unshift(key)
    indent = space.length
  }
  return keys.map((key) => `${key}.`).join('')
}

/** Names the variable after what the value is assigned to. */
function variableName(lead: string, { ruleId }: FixTarget): string {
  const key =
    /([A-Za-z_$][\w$.-]*(?:\.[ \t]+[\w-]+)?)["']?\]?\s*(?::\s*[\w<>[\] |]+\s*)?(?:=>|:=|=|:)\s*$/.exec(lead)?.[1] ?? ''
  const rule = ruleId.slice(ruleId.indexOf('/') + 1)
  const source = /[A-Za-z]/.test(key) ? key : rule === 'assigned-secret' ? 'API_KEY' : rule
  const words = source.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_')
  return words
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
    .slice(-NAME_CHARS_MAX)
}

function replacingOnLine(pattern: RegExp, by: string): NonNullable<Idiom['around']> {
  return (text, line) => {
    const { start, end, text: own } = lineAt(text, line)
    return text.slice(0, start) + own.replace(pattern, by) + text.slice(end)
  }
}

/** Adds `import os` after the docstring and `__future__` imports. */
export function withPythonImport(text: string, _line = 0, name = 'os'): string {
  if (new RegExp(`^import (?:[\\w., ]+, *)?${name}\\b(?! as)`, 'm').test(text)) return text
  const eol = eolOf(text)
  const head =
    /^(?:#[^\n]*\n)*(?:\s*\n)*(?:[rRuU]?("""|''')[\s\S]*?\1[^\n]*\n(?:[ \t]*\n)*)?(?:from __future__ [^\n]*\n(?:[ \t]*\n)*)*/.exec(
      text,
    )?.[0] ?? ''
  const rest = text.slice(head.length)
  // Sorted among the plain imports at the top.
  const imports = [...rest.matchAll(/^import ([\w.]+)[^\n]*\n/gm)]
  const next = imports.find(([, module]) => module! > name)
  const at =
    imports.length > 0 && rest.startsWith('import ')
      ? head.length + (next?.index ?? imports.at(-1)!.index + imports.at(-1)![0].length)
      : head.length
  const isFirst = !/^(?:import|from) /.test(text.slice(at))
  return `${text.slice(0, at)}import ${name}${eol}${isFirst && imports.length === 0 ? eol : ''}${text.slice(at)}`
}

/** Adds a package to the imports of a Go file; a constant becomes a variable. */
export function withGoImport(text: string, line = 0, name = 'os'): string | undefined {
  const own = line === 0 ? undefined : lineAt(text, line)
  const isConstant = own !== undefined && /^\s*const\b/.test(own.text)
  const changed = isConstant
    ? text.slice(0, own.start) + own.text.replace(/\bconst\b/, 'var') + text.slice(own.end)
    : text
  if (new RegExp(`^(?:import )?\\s*"${name}"`, 'm').test(changed)) return changed
  const eol = eolOf(text)
  const block = /^import \(\r?\n([\s\S]*?)^\)/m.exec(changed)
  if (block !== null) {
    const entries = [...block[1]!.matchAll(/^[ \t]*"([^"]+)"[^\n]*\n/gm)]
    const next = entries.find(([, path]) => path! > name)
    const start = block.index + block[0].indexOf(block[1]!)
    const last = entries.at(-1)
    const at = start + (next?.index ?? (last === undefined ? 0 : last.index + last[0].length))
    return `${changed.slice(0, at)}\t"${name}"${eol}${changed.slice(at)}`
  }
  const clause = /^package [^\n]*\n/m.exec(changed)
  if (clause === null) return undefined
  const at = clause.index + clause[0].length
  return `${changed.slice(0, at)}${eol}import "${name}"${eol}${changed.slice(at)}`
}
