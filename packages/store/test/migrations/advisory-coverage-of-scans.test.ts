import { randomUUID } from 'node:crypto'
import { databaseTargets, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/migrate.ts'
import { findScan } from '../../src/scans.ts'
import { databaseBefore } from './database-before.ts'

const MIGRATION = '0034-advisory-coverage-of-scans'

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`${MIGRATION} on the ${target.name}`, () => {
    let database: TemporaryDatabase
    beforeAll(async () => {
      database = await databaseBefore(target, MIGRATION)
    })
    afterAll(() => database.drop())

    test('preserves an earlier scan, without coverage', async () => {
      const { store } = database
      const [organizationId, projectId, id] = [randomUUID(), randomUUID(), randomUUID()]
      await store.withConnection(async (client) => {
        await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Nordwind')`, [organizationId])
        const project = `INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'shop')`
        await client.query(project, [projectId, organizationId])
        await client.query(
          `INSERT INTO scans (id, organization_id, project_id, status, scan_type, source_type, source_ref, source,
                              triggered_by, advisories, deps_scanned)
           VALUES ($1, $2, $3, 'COMPLETED', 'FULL', 'UPLOAD', 'shop', '{"kind":"upload","name":"shop","sha256":""}',
                   'ann@example.org', 'abc', 3)`,
          [id, organizationId, projectId],
        )
      })
      expect((await migrate(store)).applied).toContain(MIGRATION)
      expect(await findScan(store, id)).toMatchObject({
        status: 'COMPLETED',
        advisories: 'abc',
        depsScanned: 3,
        advisoryCoverage: null,
      })
      expect(await migrate(store)).toEqual({ applied: [] })
    })
  })
}
