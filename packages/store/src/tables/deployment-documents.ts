import { sql } from 'kysely'
import type { Store } from '../connect.ts'

/** Stored document of the deployment; its owner defines the format. */
export interface DeploymentDocument {
  readonly version: number
  readonly document: Readonly<Record<string, unknown>>
  readonly updatedAt: Date
  readonly updatedBy: string
}

const COLUMNS = ['version', 'document', 'updated_at', 'updated_by'] as const

/** Returns a document of the deployment, or `undefined` when it was never written. */
export async function readDeploymentDocument(store: Store, name: string): Promise<DeploymentDocument | undefined> {
  const row = await store.db
    .selectFrom('deployment_documents')
    .select(COLUMNS)
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? undefined : toDocument(row)
}

/** Returns the version of a document; 0 when it was never written. */
export async function deploymentDocumentVersion(store: Store, name: string): Promise<number> {
  const row = await store.db
    .selectFrom('deployment_documents')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Writes a document. Concurrent writers are serialized.
 * @param change returns the new document for the current one; an exception leaves everything unchanged
 */
export async function changeDeploymentDocument(
  store: Store,
  name: string,
  by: string,
  change: (before: DeploymentDocument | undefined) => object,
): Promise<DeploymentDocument> {
  return store.db.transaction().execute(async (transaction) => {
    // A missing row cannot be locked, but its name can.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`deployment_documents ${name}`}, 0))`.execute(transaction)
    const before = await transaction
      .selectFrom('deployment_documents')
      .select(COLUMNS)
      .where('name', '=', name)
      .executeTakeFirst()
    const document = JSON.stringify(change(before === undefined ? undefined : toDocument(before)))
    const row = await transaction
      .insertInto('deployment_documents')
      .values({ name, document, updated_by: by })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          document,
          version: sql`deployment_documents.version + 1`,
          updated_by: by,
          updated_at: new Date(),
        }),
      )
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toDocument(row)
  })
}

function toDocument(row: {
  version: number
  document: unknown
  updated_at: Date
  updated_by: string
}): DeploymentDocument {
  return {
    version: row.version,
    // Only objects are written to this column.
    document: row.document as Readonly<Record<string, unknown>>,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }
}
