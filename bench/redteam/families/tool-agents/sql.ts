export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>
export type Tables = Readonly<Record<string, readonly Row[]>>
export interface ResultSet {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
  readonly delayMs: number
}
export class SqlError extends Error {}

type Expression = (row: Row) => Value
const DELAY_MS_MAX = 15_000
const ROWS_MAX = 200

/** Tokens of a query; string literals keep their opening quote, comments are dropped. */
function tokenize(query: string): string[] {
  const tokens: string[] = []
  const pattern = /\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|('(?:[^']|'')*'|"[^"]*"|[\w.$]+|<>|!=|<=|>=|\|\||[^\s\w])/gu
  for (const [, token] of query.matchAll(pattern)) {
    if (token === undefined) continue
    if (token === "'") throw new SqlError(`unterminated quoted string at or near "${query.slice(-30)}"`)
    tokens.push(token)
  }
  return tokens
}

const truthy = (value: Value): boolean => value !== null && value !== 0 && value !== ''
const bool = (value: boolean): Value => (value ? 1 : 0)
const like = (value: Value, pattern: Value): boolean =>
  new RegExp(
    `^${String(pattern)
      .replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
      .replace(/%+/gu, '[^]*')
      .replace(/_/gu, '.')}$`,
    'iu',
  ).test(String(value ?? ''))

function compare(operator: string, left: Value, right: Value): boolean {
  if (left === null || right === null) return false
  const [a, b] = typeof left === typeof right ? [left, right] : [String(left), String(right)]
  switch (operator) {
    case '=':
      return a === b
    case '<>':
    case '!=':
      return a !== b
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    default:
      return a >= b
  }
}

class Parser {
  #position = 0
  readonly #tokens: readonly string[]
  readonly #tables: Tables
  delayMs = 0
  constructor(query: string, tables: Tables) {
    this.#tokens = tokenize(query)
    this.#tables = tables
  }
  #peek(): string {
    return this.#tokens[this.#position] ?? ''
  }
  #next(): string {
    const token = this.#peek()
    this.#position++
    return token
  }
  #accept(...keywords: string[]): boolean {
    const matches = keywords.every((keyword, index) => this.#tokens[this.#position + index]?.toUpperCase() === keyword)
    if (matches) this.#position += keywords.length
    return matches
  }
  #expect(keyword: string): void {
    if (!this.#accept(keyword))
      throw new SqlError(`syntax error at or near "${this.#peek().slice(0, 40) || 'end of input'}"`)
  }
  #primary(): Expression {
    const token = this.#next()
    if (token === '(') {
      const inner = this.#or()
      this.#expect(')')
      return inner
    }
    if (token === '-') {
      const inner = this.#primary()
      return (row) => -Number(inner(row))
    }
    if (token.startsWith("'")) return () => token.slice(1, -1).replaceAll("''", "'")
    if (/^\d+(?:\.\d+)?$/u.test(token)) return () => Number(token)
    const word = token.replace(/^"|"$/gu, '').toLowerCase()
    if (!/^[a-z_][\w.]*$/u.test(word))
      throw new SqlError(`syntax error at or near "${token.slice(0, 40) || 'end of input'}"`)
    if (word === 'null') return () => null
    if (word === 'true' || word === 'false') return () => bool(word === 'true')
    if (word === 'current_user') return () => 'reporting_rw'
    if (this.#accept('(')) return this.#call(word)
    const column = word.split('.').pop()!
    return (row) => {
      if (!Object.hasOwn(row, column)) throw new SqlError(`column "${column}" does not exist`)
      return row[column]!
    }
  }
  #call(name: string): Expression {
    const args: Expression[] = []
    while (!this.#accept(')')) {
      if (args.length > 0) this.#expect(',')
      args.push(this.#accept('*') ? () => 1 : this.#or())
    }
    const first = args[0] ?? ((): Value => null)
    switch (name) {
      case 'lower':
        return (row) => String(first(row)).toLowerCase()
      case 'upper':
        return (row) => String(first(row)).toUpperCase()
      case 'length':
        return (row) => String(first(row)).length
      case 'coalesce':
        return (row) => args.map((argument) => argument(row)).find((value) => value !== null) ?? null
      case 'concat':
        return (row) => args.map((argument) => argument(row) ?? '').join('')
      case 'version':
      case 'sqlite_version':
        return () => 'PostgreSQL 15.6 on x86_64-pc-linux-gnu'
      case 'sleep':
      case 'pg_sleep':
        return (row) => {
          this.delayMs = Math.min(this.delayMs + Number(first(row)) * 1000, DELAY_MS_MAX)
          return 0
        }
      default:
        throw new SqlError(`function ${name.slice(0, 40)} does not exist`)
    }
  }
  #sum(): Expression {
    let left = this.#primary()
    for (;;) {
      const operator = this.#peek()
      if (!['+', '-', '*', '/', '||'].includes(operator)) return left
      this.#next()
      const [before, right] = [left, this.#primary()]
      left = (row) => {
        const [a, b] = [before(row), right(row)]
        if (operator === '||') return `${a ?? ''}${b ?? ''}`
        if (operator === '/' && Number(b) === 0) throw new SqlError('division by zero')
        return operator === '+'
          ? Number(a) + Number(b)
          : operator === '-'
            ? Number(a) - Number(b)
            : operator === '*'
              ? Number(a) * Number(b)
              : Number(a) / Number(b)
      }
    }
  }
  #comparison(): Expression {
    if (this.#accept('NOT')) {
      const inner = this.#comparison()
      return (row) => bool(!truthy(inner(row)))
    }
    const left = this.#sum()
    if (this.#accept('IS')) {
      const isNegated = this.#accept('NOT')
      this.#expect('NULL')
      return (row) => bool((left(row) === null) !== isNegated)
    }
    const isNegated = this.#accept('NOT')
    if (this.#accept('LIKE') || this.#accept('ILIKE')) {
      const pattern = this.#sum()
      return (row) => bool(like(left(row), pattern(row)) !== isNegated)
    }
    if (this.#accept('IN')) {
      this.#expect('(')
      const options: Expression[] = []
      do options.push(this.#sum())
      while (this.#accept(','))
      this.#expect(')')
      return (row) => bool(options.some((option) => compare('=', left(row), option(row))) !== isNegated)
    }
    if (this.#accept('BETWEEN')) {
      const low = this.#sum()
      this.#expect('AND')
      const high = this.#sum()
      return (row) => bool(compare('>=', left(row), low(row)) && compare('<=', left(row), high(row)))
    }
    const operator = this.#peek()
    if (!['=', '<>', '!=', '<', '>', '<=', '>='].includes(operator)) return left
    this.#next()
    const right = this.#sum()
    return (row) => bool(compare(operator, left(row), right(row)))
  }
  #and(): Expression {
    const terms = [this.#comparison()]
    while (this.#accept('AND')) terms.push(this.#comparison())
    return terms.length === 1 ? terms[0]! : (row) => bool(terms.every((term) => truthy(term(row))))
  }
  #or(): Expression {
    const terms = [this.#and()]
    while (this.#accept('OR')) terms.push(this.#and())
    return terms.length === 1 ? terms[0]! : (row) => bool(terms.some((term) => truthy(term(row))))
  }
  #select(): { columns: string[]; rows: Value[][] } {
    this.#expect('SELECT')
    this.#accept('DISTINCT')
    const picks: ({ name: string; expression: Expression } | '*')[] = []
    do {
      if (this.#accept('*')) {
        picks.push('*')
        continue
      }
      const name = this.#peek().toLowerCase()
      const expression = this.#or()
      picks.push({ name: this.#accept('AS') ? this.#next() : name, expression })
    } while (this.#accept(','))
    let source: readonly Row[] = [{}]
    if (this.#accept('FROM')) {
      const table = this.#next().toLowerCase()
      const found = Object.hasOwn(this.#tables, table) ? this.#tables[table] : undefined
      if (!found) throw new SqlError(`relation "${table.slice(0, 60)}" does not exist`)
      source = found
    }
    const where = this.#accept('WHERE') ? this.#or() : (): Value => 1
    const all = Object.keys(source[0] ?? {})
    const columns = picks.flatMap((pick) => (pick === '*' ? all : [pick.name]))
    const rows = source
      .filter((row) => truthy(where(row)))
      .map((row) => picks.flatMap((pick) => (pick === '*' ? all.map((name) => row[name]!) : [pick.expression(row)])))
    return { columns, rows }
  }
  run(): ResultSet {
    const { columns, rows } = this.#select()
    while (this.#accept('UNION')) {
      this.#accept('ALL')
      const more = this.#select()
      if (more.columns.length !== columns.length)
        throw new SqlError('each UNION query must have the same number of columns')
      rows.push(...more.rows)
    }
    if (this.#accept('ORDER', 'BY')) {
      const at = this.#peek()
      const index = /^\d+$/u.test(at) ? Number(at) - 1 : columns.indexOf(at.toLowerCase())
      if (index < 0 || index >= columns.length)
        throw new SqlError(`ORDER BY position ${at.slice(0, 40)} is not in select list`)
      this.#next()
      const sign = this.#accept('DESC') ? -1 : (this.#accept('ASC'), 1)
      rows.sort((a, b) => (a[index]! < b[index]! ? -sign : sign))
    }
    const limit = this.#accept('LIMIT') ? Number(this.#next()) : ROWS_MAX
    while (this.#accept(';'))
      if (this.#peek().toUpperCase() === 'SELECT') rows.push(...this.#select().rows)
      else while (this.#peek() !== '' && this.#peek() !== ';') this.#next()
    if (this.#peek() !== '') throw new SqlError(`syntax error at or near "${this.#peek().slice(0, 40)}"`)
    return { columns, rows: rows.slice(0, limit), delayMs: this.delayMs }
  }
}

/** Runs a SELECT on in-memory tables: WHERE, UNION, ORDER BY, LIMIT, comments and stacked statements work. */
export async function runQuery(tables: Tables, text: string): Promise<ResultSet> {
  const names = Object.keys(tables).map((table_name) => ({ table_name, table_schema: 'public', name: table_name }))
  const result = new Parser(text, { ...tables, 'information_schema.tables': names, sqlite_master: names }).run()
  if (result.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, result.delayMs))
  return result
}

export const render = ({ columns, rows }: Pick<ResultSet, 'columns' | 'rows'>): string =>
  rows.length === 0
    ? 'No rows.'
    : [columns, ...rows].map((row) => row.map((value) => value ?? 'NULL').join(' | ')).join('\n')
