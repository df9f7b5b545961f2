import type { Store } from '../connect.ts'

/** SHA-256 of a secret of the deployment, by name. */
export async function deploymentSecretHash(store: Store, name: string): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('deployment_secrets')
    .select('sha256')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.sha256 ?? undefined
}

/** Keeps the hash of a secret unless one is kept already. @returns the hash that is kept now */
export async function keepDeploymentSecretHash(store: Store, name: string, sha256: Buffer): Promise<Buffer> {
  await store.db
    .insertInto('deployment_secrets')
    .values({ name, sha256 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const kept = await deploymentSecretHash(store, name)
  if (kept === undefined) throw new Error(`deployment secret ${name} is kept in another form`)
  return kept
}
