import { createAuditLog } from '@gatehouse/store/audit'
import { temporaryDatabase } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { auditProbe, DISK_FREE_BYTES_MIN, diskProbe } from '../src/audit-readiness.ts'

test('the audit log is down while entries cannot be written, and recovers without traffic', async () => {
  const database = await temporaryDatabase()
  const { store } = database
  const audit = createAuditLog(store, { instanceId: 'test' })
  const probe = auditProbe(audit)
  const entry = { tenant_id: 'acme', actor: 'tenant:acme', action: 'guard.input' }
  const run = (sql: string): Promise<unknown> => store.withConnection((client) => client.query(sql))
  try {
    expect(await probe.check()).toMatchObject({ state: 'up' })
    await audit.append(entry)
    // PostgreSQL's error for a full disk.
    await run(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE UPDATE ON audit_heads FOR EACH ROW EXECUTE FUNCTION full_disk()`)
    await expect(audit.append(entry)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await probe.check()).toMatchObject({ state: 'down' })
    expect(await probe.check()).toMatchObject({ state: 'down' })
    await run('DROP TRIGGER full_disk ON audit_heads')
    expect(await probe.check()).toMatchObject({ state: 'up' })
  } finally {
    await audit.close()
    await database.drop()
  }
})

test('the disk is down if free space is below the next log segments', async () => {
  const at = (free: number) => diskProbe('data', () => Promise.resolve(free)).check()
  expect(await at(DISK_FREE_BYTES_MIN)).toMatchObject({ state: 'up' })
  expect(await at(DISK_FREE_BYTES_MIN - 1)).toMatchObject({ state: 'down', detail: '63 MiB free in the data folder' })
})
