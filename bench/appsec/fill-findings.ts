import { uuidv7 } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'

const BATCH_ROWS = 50_000

/** Highest severity first, as stored by scans; every other column is mixed. */
const INSERT = `
  INSERT INTO findings (id, organization_id, project_id, scan_id, position, fingerprint, scanner, rule_id, severity, status,
         is_new, is_gap, title, file_path, start_line, end_line, confidence, details)
  SELECT gen_random_uuid(), $1, $2, $3, n, md5(n::text),
         (ARRAY['SECRETS_PATTERN', 'SCA', 'SAST_PATTERN', 'IAC'])[1 + n % 4], 'rule-' || (n * 7919) % 5000 || '-x',
         (ARRAY['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'])[least(5, 1 + floor(5.0 * n / $6)::int)],
         CASE WHEN n % 1000 = 7 THEN 'ACCEPTED_RISK' WHEN n % 50 = 3 THEN 'RESOLVED' ELSE 'OPEN' END,
         n % 20 = 0, false, 'A finding of kind ' || (n * 7919) % 5000 || ' that has a title',
         'src/module-' || (n * 104729) % 100 || '/file-' || (n * 104729) % 20000 || '.ts',
         1 + n % 500, 1 + n % 500, 0.8, '{"description": "What it is, why it matters and what to do about it."}'
    FROM generate_series($4::bigint, $5::bigint) AS n`

/** Inserts a scan with a number of fictitious findings. @returns its id */
export async function fillFindings(store: Store, organizationId: string, findings: number): Promise<string> {
  const [projectId, scanId] = [uuidv7(), uuidv7()]
  const from = performance.now()
  await store.withConnection(async (client) => {
    await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'bench')`, [organizationId])
    await client.query(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'bench')`, [
      projectId,
      organizationId,
    ])
    await client.query(
      `INSERT INTO scans (id, organization_id, project_id, status, scan_type, source_type, source_ref, source, triggered_by)
       VALUES ($1, $2, $3, 'COMPLETED', 'FULL', 'UPLOAD', 'bench', '{}', 'bench')`,
      [scanId, organizationId, projectId],
    )
    // As in a restore: rows first, then indexes.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
        WHERE tablename = 'findings' AND indexdef LIKE 'CREATE INDEX%'`,
    )
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
    for (let at = 0; at < findings; at += BATCH_ROWS) {
      await client.query(INSERT, [
        organizationId,
        projectId,
        scanId,
        at,
        Math.min(findings, at + BATCH_ROWS) - 1,
        findings,
      ])
    }
    await client.query(`SET maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await client.query(definition)
    await client.query(`
      INSERT INTO finding_counts (scan_id, organization_id, scanner, severity, status, count)
      SELECT scan_id, organization_id, scanner, severity, status, count(*) FROM findings GROUP BY 1, 2, 3, 4, 5`)
    process.stdout.write(`written in ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
    await client.query('VACUUM ANALYZE findings')
    const { rows } = await client.query(
      `SELECT pg_size_pretty(pg_table_size('findings')) AS rows, pg_size_pretty(pg_indexes_size('findings')) AS indexes`,
    )
    process.stdout.write(`${JSON.stringify(rows[0])}\n`)
  })
  return scanId
}
