import { randomBytes } from 'node:crypto'
import { Secret, uuidv7 } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { readModelSettings, saveModelSettings } from '@gatehouse/store/organizations'
import { insertProject, readWebhookSecret, setWebhookSecret } from '@gatehouse/store/projects'
import { findScan, insertScan } from '@gatehouse/store/scans'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSourceSecret, sealSourceSecret } from '../../src/scans/source-files.ts'
import { webhookSecretOf } from '../../src/projects/webhook-secret.ts'
import { MODEL_SETTINGS_DEFAULT, modelKeyOf } from '../../src/settings/model-settings.ts'
import { openFor, resealStale, sealFor } from '../../src/settings/sealed.ts'
import { makeOrganization } from '../serve.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())

test('secrets are re-encrypted with the newest master key, whatever the state of the old keys', async () => {
  const { store } = database
  const [lost, old, newest] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const before = createKeyRing([old])
  const organizationId = await makeOrganization(store)
  const ids = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => (await insertProject(store, organizationId, { name })).id),
  )
  for (const [at, id] of ids.entries()) {
    const keys = at === 0 ? createKeyRing([lost]) : before
    const sealed = sealFor('project_webhook_secret', { organizationId, id }, new Secret(`secret ${at}`), keys)
    await setWebhookSecret(store, organizationId, id, sealed)
  }
  const apiKey = sealFor('organization_model_key', { organizationId, id: organizationId }, new Secret('key'), before)
  await saveModelSettings(store, organizationId, () => ({ ...MODEL_SETTINGS_DEFAULT, apiKey }))
  const scan = { organizationId, projectId: ids[1]! }
  const scanId = uuidv7()
  const source = { kind: 'svn', url: 'svn://svn.example/shop', username: 'ann' } as const
  await insertScan(store, {
    ...scan,
    id: scanId,
    scanType: 'SECRETS_ONLY',
    sourceType: 'SVN_CHECKOUT',
    sourceRef: source.url,
    source,
    sourceSecret: sealSourceSecret(scan, 'password of svn', before),
    triggeredBy: 'ann@example.org',
  })

  const warned: unknown[] = []
  const log = { warn: (about: unknown) => void warned.push(about) }
  expect(await resealStale(store, createKeyRing([newest, old]), log)).toBe(4)
  expect(warned).toHaveLength(1)
  // The old key is not needed any more.
  const after = createKeyRing([newest])
  const secret = await webhookSecretOf({ organizationId, projectId: ids[2]! }, { store, keys: after })
  expect(secret?.reveal()).toBe('secret 2')
  const settings = await readModelSettings(store, organizationId)
  expect(modelKeyOf(settings!, organizationId, after)?.reveal()).toBe('key')
  expect(openSourceSecret((await findScan(store, scanId))!, after)).toBe('password of svn')
  expect(await resealStale(store, after, log)).toBe(0)
})

test('an encrypted secret moved to the row of another project cannot be decrypted', async () => {
  const keys = createKeyRing([randomBytes(32)])
  const organizationId = await makeOrganization(database.store)
  const { id } = await insertProject(database.store, organizationId, { name: 'one' })
  const sealed = sealFor('project_webhook_secret', { organizationId, id }, new Secret('mine'), keys)
  await setWebhookSecret(database.store, organizationId, id, sealed)
  const stored = (await readWebhookSecret(database.store, organizationId, id))!
  expect(() => openFor('project_webhook_secret', { organizationId, id: uuidv7() }, stored, keys)).toThrow(
    /cannot be decrypted/,
  )
  expect(() => openFor('organization_model_key', { organizationId, id }, stored, keys)).toThrow(/cannot be decrypted/)
})
