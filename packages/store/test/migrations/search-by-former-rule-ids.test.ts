import { randomUUID } from 'node:crypto'
import { databaseTargets, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/migrate.ts'
import { databaseBefore } from './database-before.ts'

const MIGRATION = '0035-search-by-former-rule-ids'

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`${MIGRATION} on the ${target.name}`, () => {
    let database: TemporaryDatabase
    beforeAll(async () => {
      database = await databaseBefore(target, MIGRATION)
    })
    afterAll(() => database.drop())

    test('makes earlier findings searchable by former rule ids', async () => {
      const { store } = database
      const [organizationId, projectId, scanId] = [randomUUID(), randomUUID(), randomUUID()]
      await store.withConnection(async (client) => {
        await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Nordwind')`, [organizationId])
        const project = `INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'shop')`
        await client.query(project, [projectId, organizationId])
        await client.query(
          `INSERT INTO scans (id, organization_id, project_id, status, scan_type, source_type, source_ref, source, triggered_by)
           VALUES ($1, $2, $3, 'COMPLETED', 'FULL', 'UPLOAD', 'shop', '{"kind":"upload","name":"shop","sha256":""}',
                   'ann@example.org')`,
          [scanId, organizationId, projectId],
        )
        for (const [position, metadata] of [{ formerRuleIds: ['Old-Id', 'older-id'] }, {}].entries())
          await client.query(
            `INSERT INTO findings (id, scan_id, organization_id, project_id, position, fingerprint, scanner, rule_id, severity,
                                   status, is_new, is_gap, title, file_path, start_line, end_line, confidence, details)
             VALUES ($1, $2, $3, $4, $5, $6, 'SAST_PATTERN', 'sast/new-id', 'HIGH', 'OPEN', true, false, 'Injection', 'a.py', 1, 1, 0.9, $7)`,
            [randomUUID(), scanId, organizationId, projectId, position, `f${position}`, JSON.stringify({ metadata })],
          )
      })
      expect((await migrate(store)).applied).toContain(MIGRATION)
      const words = await store.withConnection((client) =>
        client.query<{ words: string }>('SELECT words FROM findings ORDER BY position'),
      )
      expect(words.rows.map(({ words: text }) => text.trim())).toEqual([
        'injection a.py sast/new-id  ["sast/old-id", "sast/older-id"]',
        'injection a.py sast/new-id',
      ])
    })
  })
}
