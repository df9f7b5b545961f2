import type { FixDraft, Fixer, FixTarget } from '../draft.ts'
import { withRange } from '../configuration/ranges.ts'
import { lineAt } from '../text/splice.ts'
import { withGoImport, withPythonImport } from './imports.ts'

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
      around: (text, line) =>
        replacingOnLine(/\bconst string\b/, 'string')(
          replacingOnLine(/\b((?:public|private|protected|internal)\s+)const string\b/, '$1static readonly string')(
            text,
            line,
          ),
          line,
        ),
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
  if (isConstantPlace(text, line.start, lead, filePath)) return undefined
  // A prefix or a rest of the value inside the quotes is not part of the secret.
  if (!idiom.isExpression && !isQuoted && !/[:=]\s*$/.test(lead)) return undefined
  const name = variableName(parentsOf(text, line.start, filePath) + lead, target)
  const [start, end] = isQuoted ? [range.start - 1, range.end + 1] : [range.start, range.end]
  const read = idiom.read(name)
  const written = idiom.isExpression || !isQuoted ? read : before + read + after
  const changed = text.slice(0, start) + written + text.slice(end)
  const whole = idiom.around === undefined ? changed : idiom.around(changed, startLine)
  if (whole === undefined) return undefined
  const browser = /\.[cm]?[jt]sx?$/.test(filePath)
    ? ' A bundle for browsers would contain the value: call a server instead.'
    : ''
  return {
    title: `Read the secret from the environment variable ${name}.`,
    edits: new Map([[filePath, whole]]),
    check: `Revoke the secret, and set ${name} where the program runs. The removed line of the diff contains the secret.${browser}`,
  }
}

/** Whether a language requires a constant at a place: in an annotation, a constant, or a default of a PHP class. */
function isConstantPlace(text: string, lineStart: number, lead: string, filePath: string): boolean {
  // A literal in brackets is a key.
  if (/@\w[\w.]*\([^)]*$|^\s*\[|\w\[\s*$|\bcase\s*$/.test(lead)) return true
  if (filePath.endsWith('.py')) return /\b[frbu]{1,2}$/i.test(lead)
  if (filePath.endsWith('.php')) return /^\s*(?:public|private|protected|static|var|const)\b/.test(lead)
  if (!filePath.endsWith('.go')) return false
  const open = text.lastIndexOf('\nconst (', lineStart)
  return open !== -1 && !text.slice(open, lineStart).includes('\n)')
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
    /([A-Za-z_$][\w$.-]*(?:\.[ \t]+[\w-]+)?)["']?\]?\s*(?::\s*[\w<>[\] |]+\s*)?(?:=>|:=|={1,3}|:)\s*$/.exec(
      lead,
    )?.[1] ?? ''
  const rule = ruleId.slice(ruleId.indexOf('/') + 1)
  const weakness = rule === 'assigned-secret' ? 'API_KEY' : rule.replace(/^[\w-]+-hard-?coded-/, '')
  const source = /[A-Za-z]/.test(key) ? key : weakness
  const words = source.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_')
  return words
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
    .slice(-NAME_CHARS_MAX)
}

function replacingOnLine(pattern: RegExp, by: string): (text: string, line: number) => string {
  return (text, line) => {
    const { start, end, text: own } = lineAt(text, line)
    return text.slice(0, start) + own.replace(pattern, by) + text.slice(end)
  }
}

/** Own limit: literals of one finding in code. */
const LITERALS_MAX = 5

/** Names of what holds a secret, and calls whose last argument is one. */
const SECRET_NAME =
  /(?:pass(?:word|wd|phrase)?|pwd|secrets?|tokens?|credentials?|(?:api|access|private|signing|encryption|session|secret)[_-]?keys?)["']?\]?\s*(?:=>|:=|={1,3}|:)\s*\[?$/i
const SECRET_CALL = /(?:\.login\([^()]*,\s*|\bgetConnection\([^()]*,[^()]*,\s*|\.set_?(?:password|secret|token)\(\s*)$/i

/** Returns drafts for the literals of a finding in code that are secrets by their name, or by the call that gets them. */
export function movedLiterals(text: string, target: FixTarget): readonly FixDraft[] {
  const idiom = IDIOMS.find(([path]) => path.test(target.filePath))?.[1]
  const line = lineAt(text, target.startLine)
  if (idiom === undefined || target.startLine !== target.endLine) return []
  const literals = [...line.text.matchAll(/(["'])([^"'\\\n]+)\1/g)].slice(0, LITERALS_MAX)
  return literals.flatMap(({ index, 2: value = '' }) => {
    const lead = line.text.slice(0, index)
    const startColumn = index + 2
    if (!SECRET_NAME.test(lead) && !SECRET_CALL.test(lead)) return []
    return moved(text, { ...target, startColumn, endColumn: startColumn + value.length - 1 }, idiom) ?? []
  })
}
