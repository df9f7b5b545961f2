import { randomUUID } from 'node:crypto'
import { databaseTargets, type TemporaryDatabase } from '@gatehouse/testkit'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/migrate.ts'
import { databaseBefore } from './database-before.ts'

const MIGRATION = '0033-suppressions-of-uploads'
const URL = 'https://git.example.org/shop'
const CLONED = { kind: 'git', url: URL, atHead: true }

/** Project in a database of the previous version, with one scan and one suppression on the base branch. */
interface Before {
  readonly source?: object
  readonly status?: string
  readonly scanType?: string
  readonly branch?: string
  readonly progress?: object
  readonly repoUrl?: string | null
  /** Of the suppression; null: a line of an ignore file. */
  readonly scanner?: string | null
  readonly decision?: string
}

const SAST = { SAST_PATTERN: { status: 'COMPLETED' } }

const CASES: readonly (readonly [string, Before, boolean])[] = [
  ['a clone of the default branch', {}, true],
  ['a clone whose address ends in .git/', { source: { ...CLONED, url: `${URL}.git/` } }, true],
  ['an ignore file of a clone that IAC scanned', { scanner: null, progress: { IAC: { status: 'COMPLETED' } } }, true],
  ['an upload', { source: { kind: 'upload', name: 'shop.tgz', sha256: '' } }, false],
  ['a clone of another commit than the head', { source: { ...CLONED, atHead: false } }, false],
  ['a clone before heads were recorded', { source: { kind: 'git', url: URL } }, false],
  ['a clone of another branch', { branch: 'feature' }, false],
  ['a clone of another repository', { source: { ...CLONED, url: 'https://git.example.org/other' } }, false],
  ['a project without a repository', { repoUrl: null }, false],
  ['a clone whose scan failed', { status: 'FAILED' }, false],
  ['an incremental scan of a clone', { scanType: 'INCREMENTAL' }, false],
  ['a scanner that did not run', { scanner: 'IAC' }, false],
  ['an ignore file that no scanner read', { scanner: null, progress: { SCA: { status: 'COMPLETED' } } }, false],
  [
    'an upload whose suppression an approver accepted',
    { source: { kind: 'upload', name: 'shop.tgz', sha256: '' }, decision: 'ACCEPTED' },
    false,
  ],
]

async function fill(client: Client, organizationId: string, before: Before): Promise<string> {
  const { source = CLONED, status = 'COMPLETED', scanType = 'FULL', branch = 'main', progress = SAST } = before
  const { repoUrl = URL, scanner = 'SAST_PATTERN', decision = null } = before
  const [projectId, scanId, id] = [randomUUID(), randomUUID(), randomUUID()]
  await client.query(`INSERT INTO projects (id, organization_id, name, repo_url) VALUES ($1, $2, 'shop', $3)`, [
    projectId,
    organizationId,
    repoUrl,
  ])
  await client.query(
    `INSERT INTO scans (id, organization_id, project_id, status, scan_type, branch, source_type, source_ref, source,
                        triggered_by, progress)
     VALUES ($1, $2, $3, $4, $5, $6, 'UPLOAD', 'shop', $7, 'ann@example.org', $8)`,
    [scanId, organizationId, projectId, status, scanType, branch, source, progress],
  )
  await client.query(
    `INSERT INTO suppressions (id, organization_id, project_id, key, kind, marker, scanner, file_path, start_line, title,
                               on_base, decision, decided_by, last_scan_id)
     VALUES ($1, $2, $3, 'k', $4, 'nosemgrep', $5, 'a.js', 1, 'Code injection', true, $6, $7, $8)`,
    [
      id,
      organizationId,
      projectId,
      scanner === null ? 'IGNORE_FILE' : 'COMMENT',
      scanner,
      decision,
      decision === null ? null : 'sue@example.org',
      scanId,
    ],
  )
  return id
}

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`${MIGRATION} on the ${target.name}`, () => {
    const ids = new Map<string, string>()
    let database: TemporaryDatabase
    let before: Record<string, unknown>[]
    let after: Record<string, unknown>[]
    let applied: readonly string[]

    const suppressions = async (): Promise<Record<string, unknown>[]> =>
      database.store.withConnection(
        async (client) => (await client.query<Record<string, unknown>>('SELECT * FROM suppressions ORDER BY id')).rows,
      )

    beforeAll(async () => {
      database = await databaseBefore(target, MIGRATION)
      await database.store.withConnection(async (client) => {
        const organizationId = randomUUID()
        await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Nordwind')`, [organizationId])
        for (const [says, item] of CASES) ids.set(says, await fill(client, organizationId, item))
      })
      before = await suppressions()
      applied = (await migrate(database.store)).applied
      after = await suppressions()
    })
    afterAll(() => database.drop())

    test.each(CASES)('a suppression seen in %s', (says, _before, isKept) => {
      expect(after.find(({ id }) => id === ids.get(says))).toMatchObject({ on_base: isKept })
    })

    test('other data is unchanged, including decisions of approvers', () => {
      expect(applied).toContain(MIGRATION)
      const without = (rows: readonly Record<string, unknown>[]) => rows.map(({ on_base: _base, ...rest }) => rest)
      expect(without(after)).toEqual(without(before))
      expect(before).toHaveLength(CASES.length)
      expect(after.filter(({ decision }) => decision === 'ACCEPTED')).toHaveLength(1)
    })

    test('a second start is a no-op', async () => {
      expect(await migrate(database.store)).toEqual({ applied: [] })
      expect(await suppressions()).toEqual(after)
    })
  })
}
