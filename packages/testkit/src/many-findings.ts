import { randomUUID } from 'node:crypto'
import { openStore, runningEmbedded } from '@gatehouse/store'

/** Typical attack string for every text field. */
export const XSS = '<img src=x onerror=alert(1)>'

/** The first finding contains attack strings; the others cover every kind. */
const INSERT = `
  INSERT INTO findings (id, organization_id, project_id, scan_id, position, fingerprint, scanner, rule_id, severity, status,
         is_new, is_gap, title, file_path, start_line, end_line, confidence, cve_id, status_note, details)
  SELECT gen_random_uuid(), $1, $2, $3, n, md5(n::text),
         (ARRAY['SECRETS_PATTERN', 'SCA', 'SAST_PATTERN', 'IAC'])[1 + n % 4], 'rule-' || (n * 7919) % 5000,
         (ARRAY['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'])[least(5, 1 + floor(5.0 * n / $4)::int)],
         CASE WHEN n % 50 = 3 THEN 'RESOLVED' ELSE 'OPEN' END, n % 20 = 0, false,
         CASE WHEN n = 0 THEN $5 ELSE 'Finding number ' || n || ' of a kind that has a title' END,
         CASE WHEN n = 0 THEN 'src/' || $5 ELSE 'src/module-' || (n * 37) % 100 || '/file-' || n % 20000 || '.ts' END,
         7, 7, 0.8, CASE WHEN n = 0 THEN 'CVE-2020-0001' END, CASE WHEN n = 0 THEN $5 END,
         CASE WHEN n = 0 THEN $6::jsonb ELSE '{"description": "What it is and what to do about it."}'::jsonb END
    FROM generate_series(0, $4::int - 1) AS n`

const HOSTILE = {
  description: `${XSS}\nSee javascript:alert(1)`,
  snippet: `document.write("${XSS}")`,
  cweId: 'CWE-79',
  owasp: ['A03:2021', XSS],
  metadata: {
    purl: 'pkg:npm/left@1.0.0',
    references: ['javascript:alert(1)', 'https://example.org/why', XSS],
    dependencyPath: ['pkg:npm/%40scope/frame@2.0.0', `pkg:npm/${XSS}@1.0.0`],
    dataFlow: [
      {
        filePath: `src/${XSS}`,
        line: 3,
        column: 1,
        role: 'source',
        message: `The query is read: ${XSS}`,
        snippet: XSS,
      },
      { filePath: 'src/a.ts', line: 5, column: 1, role: 'step', message: 'It is passed on.' },
      { filePath: 'src/a.ts', line: 7, column: 1, role: 'sink', message: 'It is written into the page.' },
    ],
    kev: true,
    cvss: 9.8,
    epss: 0.42,
    fixedVersion: '1.0.1',
  },
}

/** Writes a project with a scan that has ended with so many findings. @returns ids */
export async function fillFindings(
  dataDir: string,
  organizationId: string,
  findings: number,
): Promise<{ readonly projectId: string; readonly scanId: string }> {
  const url = await runningEmbedded(dataDir)
  if (url === undefined) throw new Error('No database runs there.')
  const store = await openStore({ url, poolMax: 1 })
  const [projectId, scanId] = [randomUUID(), randomUUID()]
  await store.withConnection(async (client) => {
    await client.query(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'Large')`, [
      projectId,
      organizationId,
    ])
    await client.query(
      `INSERT INTO scans (id, organization_id, project_id, status, scan_type, source_type, source_ref, source, triggered_by,
              planned, settled, branch, started_at, completed_at)
       VALUES ($1, $2, $3, 'COMPLETED', 'FULL', 'UPLOAD', 'large', $4, 'ann@example.org', true, true, 'main', now(), now())`,
      [
        scanId,
        organizationId,
        projectId,
        JSON.stringify({ kind: 'upload', name: 'large.tar', sha256: '0'.repeat(64) }),
      ],
    )
    // As in a restore: rows first, then indexes.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
        WHERE tablename = 'findings' AND indexdef LIKE 'CREATE INDEX%'`,
    )
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
    await client.query(INSERT, [organizationId, projectId, scanId, findings, XSS, JSON.stringify(HOSTILE)])
    for (const { definition } of indexes) await client.query(definition)
    await client.query(`
      INSERT INTO finding_counts (scan_id, organization_id, scanner, severity, status, count)
      SELECT scan_id, organization_id, scanner, severity, status, count(*) FROM findings GROUP BY 1, 2, 3, 4, 5`)
    await client.query('ANALYZE findings')
  })
  await store.close()
  return { projectId, scanId }
}
