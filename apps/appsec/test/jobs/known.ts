import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importAdvisories, type RecordText } from '@gatehouse/sca/advisories'

/** A file as its tool wrote it. */
export function lockFile(name: string): string {
  const folder = '../../../../packages/sca/test/manifests/fixtures'
  return readFileSync(join(import.meta.dirname, folder, name), 'utf8')
}

/** `mkdirp` depends on `minimist` 0.0.8. */
export const NPM = {
  'package.json': lockFile('project.package.json'),
  'package-lock.json': lockFile('npm-v3.package-lock.json'),
}

const SHA = 'b'.repeat(64)
/** `jinja2` depends on `markupsafe`; in Poetry's format. */
export const PYTHON = {
  'tools/pyproject.toml': [
    '[tool.poetry]',
    'name = "tools"',
    'version = "1.0.0"',
    '[tool.poetry.dependencies]',
    'python = "^3.8"',
    'jinja2 = "2.11.2"',
    '',
  ].join('\n'),
  'tools/poetry.lock': [
    '[[package]]',
    'name = "jinja2"',
    'version = "2.11.2"',
    'description = "Templates."',
    'optional = false',
    'python-versions = ">=2.7"',
    `files = [{file = "Jinja2-2.11.2.tar.gz", hash = "sha256:${SHA}"}]`,
    '',
    '[package.dependencies]',
    'MarkupSafe = ">=0.23"',
    '',
    '[[package]]',
    'name = "markupsafe"',
    'version = "1.1.1"',
    'description = "Safe strings."',
    'optional = false',
    'python-versions = ">=2.7"',
    `files = [{file = "MarkupSafe-1.1.1.tar.gz", hash = "sha256:${SHA}"}]`,
    '',
    '[metadata]',
    'lock-version = "2.0"',
    'python-versions = "^3.8"',
    `content-hash = "${SHA}"`,
    '',
  ].join('\n'),
}

/** An advisory for all versions below a fix. */
export function advisory(id: string, ecosystem: 'npm' | 'PyPI', name: string, fixed: string, more: object = {}) {
  const type = ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM'
  return {
    id,
    modified: '2026-01-01T00:00:00Z',
    summary: `${name} before ${fixed} is weak`,
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [{ package: { ecosystem, name }, ranges: [{ type, events: [{ introduced: '0' }, { fixed }] }] }],
    database_specific: { cwe_ids: ['CWE-1321'] },
    ...more,
  }
}

export const MINIMIST = advisory('GHSA-vh95-rmgr-6w4m', 'npm', 'minimist', '0.2.1', { aliases: ['CVE-2020-7598'] })
export const JINJA = advisory('GHSA-g3rq-g295-4j3m', 'PyPI', 'jinja2', '2.11.3', { aliases: ['CVE-2020-28493'] })
export const MARKUPSAFE = advisory('GHSA-made-upup-upup', 'PyPI', 'markupsafe', '2.0.0')

async function* given(records: readonly object[]): AsyncGenerator<RecordText> {
  for (const [at, record] of records.entries()) yield { text: JSON.stringify(record), from: `record ${at}` }
}

let day = 0

/** Replaces all advisories of a service with this data folder. @returns the snapshot */
export async function know(dataDir: string, records: readonly object[], sides: Sides = {}): Promise<string> {
  day += 1
  const clock = { now: () => Date.UTC(2026, 0, day) }
  const { snapshot } = await importAdvisories({
    folder: join(dataDir, 'advisories'),
    // Unique content: an existing snapshot would keep its import time.
    sources: [given([...records, advisory(`GHSA-made-only-${day}`, 'npm', `only-${day}`, '1.0.0')])],
    clock,
    ...sides,
  })
  return snapshot.id
}

interface Sides {
  readonly kevPath?: string
  readonly epssPath?: string
}
