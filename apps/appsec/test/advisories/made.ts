import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importAdvisories, type ImportReport, type RecordText } from '@gatehouse/sca/advisories'
import { onTestFinished } from 'vitest'

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-advisories-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a record that affects all versions of an npm package below a fix, with further fields. */
export function advisory(id: string, name: string, fixed: string, more: object = {}): object {
  return {
    id,
    modified: '2026-01-01T00:00:00Z',
    summary: `${name} before ${fixed} is weak`,
    affected: [
      { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }] },
    ],
    ...more,
  }
}

async function* given(records: readonly object[]): AsyncGenerator<RecordText> {
  for (const [at, record] of records.entries()) yield { text: JSON.stringify(record), from: `record ${at}` }
}

/** Imports records into the folder that a service with this data folder reads. */
export function importInto(dataDir: string, ...records: readonly object[]): Promise<ImportReport> {
  const clock = { now: () => Date.UTC(2026, 1, 3, 4, 5, 6) }
  return importAdvisories({ folder: join(dataDir, 'advisories'), sources: [given(records)], update: true, clock })
}
