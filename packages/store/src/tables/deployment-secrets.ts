import type { Store } from '../connect.ts'

/** Returns the SHA-256 of a deployment secret by name. */
export async function deploymentSecretHash(store: Store, name: string): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('deployment_secrets')
    .select('sha256')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.sha256 ?? undefined
}

/** Stores the hash of a secret unless one exists. @returns the stored hash */
export async function keepDeploymentSecretHash(store: Store, name: string, sha256: Buffer): Promise<Buffer> {
  await store.db
    .insertInto('deployment_secrets')
    .values({ name, sha256 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const stored = await deploymentSecretHash(store, name)
  if (stored === undefined) throw new Error(`deployment secret ${name} has a different format`)
  return stored
}

/** Returns a sealed deployment secret by name. */
export async function readDeploymentCiphertext(store: Store, name: string): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('deployment_secrets')
    .select('ciphertext')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.ciphertext ?? undefined
}

/** Stores an encrypted secret unless one exists. @returns the stored one */
export async function keepDeploymentCiphertext(
  store: Store,
  name: string,
  ciphertext: Buffer,
  keyId: string,
): Promise<Buffer> {
  await store.db
    .insertInto('deployment_secrets')
    .values({ name, ciphertext, key_id: keyId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const deploymentCiphertext = await readDeploymentCiphertext(store, name)
  if (deploymentCiphertext === undefined) throw new Error(`deployment secret ${name} has a different format`)
  return deploymentCiphertext
}

/** Replaces a secret with a version that is encrypted with a newer key. */
export async function replaceDeploymentCiphertext(
  store: Store,
  name: string,
  ciphertext: Buffer,
  keyId: string,
): Promise<void> {
  await store.db.updateTable('deployment_secrets').set({ ciphertext, key_id: keyId }).where('name', '=', name).execute()
}
