import { addAfterLast, camel, kebabName, nextNumber } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const ENTRY = 'packages/store/src/tenants.ts'

export default {
  usage: '<name, in the plural>',
  about: 'a table of the database: its migration, the queries on it, their test',
  plan(root, args) {
    const file = kebabName(args[0], 'a table')
    const table = file.replaceAll('-', '_')
    const name = camel(file)
    const Name = name.slice(0, 1).toUpperCase() + name.slice(1)
    const migration = `packages/store/migrations/${nextNumber(root, 'packages/store/migrations')}-${file}.sql`
    const source = `packages/store/src/tables/${file}.ts`
    const exported = `export { add${Name}, list${Name} } from './tables/${file}.ts'`
    return {
      create: {
        [migration]: migrationOf(table),
        [source]: queriesOf(table, Name),
        [`packages/store/test/tables/${file}.test.ts`]: testOf(file, Name),
      },
      change: { [ENTRY]: addAfterLast(root, ENTRY, /^(?:export|\}) .*from '\.\//, exported) },
      next: [`Give the table its columns in ${migration}.`, 'npm run gen   # the types of the tables', 'npm run check'],
    }
  },
} satisfies Scaffold

function migrationOf(table: string): string {
  return `CREATE TABLE ${table} (
  id uuid PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX ${table}_by_tenant ON ${table} (tenant_id, created_at);
`
}

function queriesOf(table: string, Name: string): string {
  return `import { uuidv7 } from '@gatehouse/kernel'
import type { Store } from '../connect.ts'

/** Most rows of one answer. */
const ROWS_MAX = 1_000

/** Keeps a row for the tenant and answers its id. */
export async function add${Name}(store: Store, tenantId: string, name: string): Promise<string> {
  const id = uuidv7()
  await store.db.insertInto('${table}').values({ id, tenant_id: tenantId, name }).execute()
  return id
}

/** The tenant's rows, oldest first. */
export async function list${Name}(store: Store, tenantId: string): Promise<{ id: string; name: string }[]> {
  return store.db
    .selectFrom('${table}')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .limit(ROWS_MAX)
    .execute()
}
`
}

function testOf(file: string, Name: string): string {
  return `import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add${Name}, list${Name} } from '../../src/tables/${file}.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())

test('keeps a row for its tenant, and shows it to no other', async () => {
  const id = await add${Name}(database.store, 'default', 'first')
  expect(await list${Name}(database.store, 'default')).toEqual([{ id, name: 'first' }])
  expect(await list${Name}(database.store, 'another')).toEqual([])
})
`
}
