import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ImportOptions } from '../../src/advisories/import.ts'
import type { RecordText } from '../../src/advisories/sources/source.ts'

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
    affected: [
      { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }] },
    ],
    ...more,
  }
}

/** Yields records like a source. */
export async function* given(...records: readonly unknown[]): AsyncGenerator<RecordText> {
  for (const [at, record] of records.entries()) {
    yield { text: typeof record === 'string' ? record : JSON.stringify(record), from: `record ${at}` }
  }
}

/** Returns the import options other than the sources. */
export function into(folder: string): Pick<ImportOptions, 'folder' | 'clock'> {
  return { folder, clock: { now: () => Date.UTC(2026, 1, 3, 4, 5, 6) } }
}
