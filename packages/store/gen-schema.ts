/**
 * Generates `src/schema.gen.ts`: the tables as TypeScript types, from a freshly migrated database. `node --conditions=gatehouse
 * packages/store/gen-schema.ts` writes; with `--print` it prints.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore } from './src/connect.ts'
import { startEmbedded } from './src/embedded/start.ts'
import { migrate } from './src/migrate.ts'

const TARGET = fileURLToPath(new URL('./src/schema.gen.ts', import.meta.url))

/** PostgreSQL type → returned and accepted types of the driver, where they differ. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  date: 'string',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly nullable: boolean
  readonly defaulted: boolean
}

/** Returns the content of `schema.gen.ts` for the migrations of this checkout. Starts a temporary database for a second. */
export async function generateSchema(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-schema-'))
  // As root the server runs as another user, who needs access.
  chmodSync(folder, 0o711)
  try {
    const server = await startEmbedded({ dataDir: folder, log: () => undefined, settings: { fsync: 'off' } })
    try {
      return render(await columnsOf(server.url))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function columnsOf(url: string): Promise<Column[]> {
  const store = await openStore({ url })
  try {
    await migrate(store)
    return await store.withConnection(async (client) => {
      const { rows } = await client.query<Column>(`
        SELECT c.relname AS table, a.attname AS column, t.typname AS type,
               NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS defaulted
          FROM pg_attribute a
          JOIN pg_class c ON c.oid = a.attrelid
          JOIN pg_type t ON t.oid = a.atttypid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
           AND a.attnum > 0 AND NOT a.attisdropped
         ORDER BY c.relname, a.attnum`)
      return rows
    })
  } finally {
    await store.close()
  }
}

function render(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const interfaces = [...tables].map(([table, of]) => {
    const fields = of.map((column) => `  ${column.column}: ${typeOf(column)}`)
    return `export interface ${pascal(table)}Table {\n${fields.join('\n')}\n}\n`
  })
  const members = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table`)
  return [
    '// Made by packages/store/gen-schema.ts from the migrations. Change those, then run `npm run gen`.',
    "import type { ColumnType } from 'kysely'\n",
    'type Timestamp = ColumnType<Date, Date | string, Date | string>',
    'type Json = ColumnType<unknown, string, string>',
    'type Defaulted<T> =',
    '  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>\n',
    interfaces.join('\n'),
    `export interface DB {\n${members.join('\n')}\n}\n`,
  ].join('\n')
}

function typeOf({ table, column, type, nullable, defaulted }: Column): string {
  const base = TYPES[type]
  if (base === undefined)
    throw new Error(`gen-schema does not know type ${type} of ${table}.${column}; add it to TYPES`)
  const full = nullable ? `${base} | null` : base
  return defaulted ? `Defaulted<${full}>` : full
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

if (import.meta.main) {
  const text = await generateSchema()
  if (process.argv.includes('--print')) process.stdout.write(text)
  else writeFileSync(TARGET, text)
}
