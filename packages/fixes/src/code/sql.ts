import { builtText, type Part } from './parts.ts'
import { type Call, callAround, calleeOf, codeOf, type CodeLanguage } from './scan.ts'
import { eolOf, literal } from '../text/splice.ts'

/** A query with placeholders and its values. */
interface Query {
  /** A literal. */
  readonly query: string
  readonly values: readonly string[]
}

/** How a driver marks the n-th value. */
type Placeholder = (at: number) => string

/** Where a value can be: after a comparison or a function of values. Other places are names, keywords or lists. */
const VALUE = /(?:[=<>]|\b(?:like|limit|offset|between)|\bvalues\s*\()\s*$/i
const IN_VALUES = /\bvalues\s*\([^()]*,\s*$/i

/** Replaces values in the pieces of a query by placeholders. Undefined where one is no value. */
function parameterised(parts: readonly Part[], quote: string, placeholder: Placeholder): Query | undefined {
  const values: string[] = []
  let query = ''
  for (const [at, { text, code }] of parts.entries()) {
    if (code === undefined) {
      const isAfterValue = parts[at - 1]?.code !== undefined
      const own = isAfterValue && isQuotedBefore(parts, at - 1) ? text!.replace(/^'/, '') : text!
      query += own
      continue
    }
    if (parts[at + 1]?.code !== undefined || parts[at - 1]?.code !== undefined) return undefined
    const isQuoted = isQuotedBefore(parts, at)
    if (isQuoted !== (parts[at + 1]?.text ?? '').startsWith("'")) return undefined
    if (isQuoted) query = query.slice(0, -1)
    // Inside a longer quoted text, such as a pattern with %, a placeholder has no effect.
    if ((query.match(/'/g)?.length ?? 0) % 2 !== 0 || !(VALUE.test(query) || IN_VALUES.test(query))) return undefined
    values.push(code)
    query += placeholder(values.length)
  }
  if (new RegExp(`(?<!\\\\)${quote}`).test(query)) return undefined
  return { query: quote + query + quote, values }
}

function isQuotedBefore(parts: readonly Part[], at: number): boolean {
  return /(?:^|[^\\'])'$/.test(parts[at - 1]?.text ?? '')
}

/** Drivers by what a file imports; two kinds are ambiguous. */
const DRIVERS: Readonly<
  Partial<Record<CodeLanguage, readonly (readonly [names: RegExp, placeholder: Placeholder])[]>>
> = {
  python: [
    [/\b(?:import|from)\s+(?:sqlite3|aiosqlite|pyodbc)\b/, () => '?'],
    [/\b(?:import|from)\s+(?:psycopg2?|MySQLdb|pymysql|mysql\.connector|pg8000|django\.db)\b/, () => '%s'],
  ],
  javascript: [
    [/['"](?:mysql2?(?:\/promise)?|mariadb|sqlite3|better-sqlite3|node:sqlite)['"]/, () => '?'],
    [/['"](?:pg|pg-promise|postgres)['"]/, (at) => `$${at}`],
  ],
  go: [
    [/"github\.com\/(?:go-sql-driver\/mysql|mattn\/go-sqlite3)"|"modernc\.org\/sqlite"/, () => '?'],
    // These write placeholders of their own; beside a driver, the kind of a call is unknown.
    [/"(?:gorm\.io\/gorm|github\.com\/(?:jinzhu\/gorm|uptrace\/bun|jmoiron\/sqlx))"/, () => '?'],
    [/"github\.com\/(?:lib\/pq|jackc\/pgx[\w/]*)"/, (at) => `$${at}`],
  ],
  java: [[/\bjava\.sql\b/, () => '?']],
  php: [[/\bnew PDO\b|\bPDO\s+\$/, () => '?']],
  ruby: [[/./, () => '?']],
  csharp: [[/\bSqlCommand\b/, (at) => `@p${at - 1}`]],
}

/** Passes the values of a query separately from its text. Undefined where the query or the driver has another form. */
export function withParameters(text: string, start: number, end: number, language: CodeLanguage): string | undefined {
  const drivers = (DRIVERS[language] ?? []).filter(([names]) => names.test(text))
  const placeholder = drivers[0]?.[1]
  const call = callAround(text, start)
  if (drivers.length !== 1 || placeholder === undefined || call === undefined) return undefined
  const argument = call.args.find((one) => one.start <= start && end <= one.end)
  if (argument === undefined) return undefined
  const written = codeOf(text, argument)
  const assigned = /^\$?\w+$/.test(written) ? assignmentOf(text, written, call.open) : undefined
  const code = assigned?.code ?? written
  const built = builtText(code, language)
  const query = built === undefined ? undefined : parameterised(built.parts, built.quote, placeholder)
  if (query === undefined) return undefined
  // The query stays in its variable.
  const base = assigned === undefined ? { ...query, literal: query.query } : { ...query, literal: written }
  const changed = REWRITES[language]?.(text, call, base)
  if (changed === undefined || assigned === undefined) return changed
  return text.slice(0, assigned.start) + query.query + changed.slice(assigned.end)
}

/** The only assignment of a variable above an offset, within a few lines. */
function assignmentOf(text: string, name: string, before: number) {
  const from = text.slice(0, before).split('\n').slice(0, -LINES_ABOVE_MAX).join('\n').length
  const above = text.slice(from, before)
  const all = [
    ...above.matchAll(
      new RegExp(
        `^([ \\t]*(?:(?:const|let|var|String|string|final)\\s+)*${literal(name)}\\s*:?=\\s*)([^\\n]+?);?[ \\t]*\\r?$`,
        'gm',
      ),
    ),
  ]
  const [only] = all
  if (only === undefined || all.length > 1 || new RegExp(`${literal(name)}\\s*(?:\\+=|\\.=)`).test(above))
    return undefined
  const start = from + only.index + only[1]!.length
  return { start, end: start + only[2]!.length, code: only[2]! }
}

/** Own limit: a query is built near its use. */
const LINES_ABOVE_MAX = 15

type Rewrite = (text: string, call: Call, query: Query & { readonly literal: string }) => string | undefined

const REWRITES: Readonly<Partial<Record<CodeLanguage, Rewrite>>> = {
  python: (text, call, { literal: query, values }) =>
    isOnly(call) && /\b(?:execute|executemany|raw)$/.test(calleeOf(text, call))
      ? replacedArgument(text, call, `${query}, (${values.join(', ')}${values.length === 1 ? ',' : ''})`)
      : undefined,
  javascript: (text, call, { literal: query, values }) => {
    if (!/\.(?:query|execute|all|get|run|any|one|none|oneOrNone)$/.test(calleeOf(text, call))) return undefined
    // A second argument with values would be ambiguous; a callback stays behind the values.
    const [, second] = call.args
    if (second !== undefined && !/^(?:async\s*)?(?:function\b|\(|\w+\s*=>)/.test(codeOf(text, second))) return undefined
    return replacedArgument(text, call, `${query}, [${values.join(', ')}]`)
  },
  go: (text, call, { literal: query, values }) => {
    const callee = calleeOf(text, call)
    if (!/\.(?:Query|QueryRow|Exec)(?:Context)?$/.test(callee)) return undefined
    const isContext = callee.endsWith('Context')
    const at = isContext ? 1 : 0
    if (call.args.length !== at + 1) return undefined
    return replacedArgument(text, call, `${query}, ${values.join(', ')}`, at)
  },
  ruby: (text, call, { literal: query, values }) =>
    isOnly(call) && /\.(?:where|find_by|exists\?|not|having|delete_by|destroy_by)$/.test(calleeOf(text, call))
      ? replacedArgument(text, call, `${query}, ${values.join(', ')}`)
      : undefined,
  php: (text, call, { literal: query, values }) => {
    const lead = statementLead(text, call)
    const [, indent, variable, object] = /^([ \t]*)(\$\w+)\s*=\s*(\$[\w>-]+)->query$/.exec(lead.code) ?? []
    if (!isOnly(call) || variable === undefined || text[call.close + 1] !== ';') return undefined
    const eol = eolOf(text)
    const written = `${indent}${variable} = ${object}->prepare(${query});${eol}${indent}${variable}->execute([${values.join(', ')}]);`
    return text.slice(0, lead.start) + written + text.slice(call.close + 2)
  },
  csharp: (text, call, { literal: query, values }) => {
    const lead = statementLead(text, call)
    const [, indent, variable] =
      /^([ \t]*)(?:(?:var|SqlCommand)\s+)?(\w+)\s*=\s*new\s+SqlCommand$/.exec(lead.code) ?? []
    if (variable === undefined || text[call.close + 1] !== ';') return undefined
    const eol = eolOf(text)
    const changed = replacedArgument(text, call, query)
    const end = call.close + 2 + (changed.length - text.length)
    const added = values.map((value, at) => `${eol}${indent}${variable}.Parameters.AddWithValue("@p${at}", ${value});`)
    return changed.slice(0, end) + added.join('') + changed.slice(end)
  },
  java: withPreparedStatement,
}

/** `Statement s = c.createStatement(); s.executeQuery("…" + x)` becomes a prepared statement. */
function withPreparedStatement(
  text: string,
  call: Call,
  { literal: query, values }: Query & { readonly literal: string },
) {
  const [, name, method] = /(\w+)\.(executeQuery|executeUpdate|execute)$/.exec(calleeOf(text, call)) ?? []
  if (name === undefined || method === undefined || !isOnly(call)) return undefined
  const creation = new RegExp(
    `^([ \\t]*)Statement(\\s+${name}\\s*=\\s*[\\w.()]+\\.)createStatement\\(\\);[ \\t]*\\r?\\n`,
    'gm',
  )
  const made = [...text.slice(0, call.open).matchAll(creation)].at(-1)
  const uses = text.split(new RegExp(`\\b${name}\\.`)).length - 1
  if (made === undefined || uses !== 1 || text.slice(made.index, call.open).includes('}')) return undefined
  const lead = statementLead(text, call)
  const indent = /^[ \t]*/.exec(lead.code)![0]
  const eol = eolOf(text)
  const sets = values.map(
    (value, at) => `${indent}${name}.set${value.includes('(') ? 'Object' : 'String'}(${at + 1}, ${value});${eol}`,
  )
  const between = text.slice(made.index + made[0].length, lead.start)
  const prepared = `${made[1]}PreparedStatement${made[2]}prepareStatement(${query});${eol}`
  const rest = text.slice(lead.start, call.open + 1) + text.slice(call.close)
  const changed = text.slice(0, made.index) + prepared + between + sets.join('') + rest
  if (/^import java\.sql\.(?:\*|PreparedStatement);/m.test(changed)) return changed
  const isLeft = /(?<!\w)Statement\s+\w+\s*[=;]/.test(changed)
  return changed.replace(
    /^import java\.sql\.Statement;\r?\n/m,
    (line) => `import java.sql.PreparedStatement;${eol}${isLeft ? line : ''}`,
  )
}

function isOnly({ args }: Call): boolean {
  return args.length === 1
}

function replacedArgument(text: string, { args }: Call, by: string, at = 0): string {
  const { start, end } = args[at]!
  return text.slice(0, start) + by + text.slice(end)
}

/** Code of a statement before the parenthesis of its call, on one line. */
function statementLead(text: string, { open }: Call) {
  const start = text.lastIndexOf('\n', open) + 1
  return { start, code: text.slice(start, open) }
}
