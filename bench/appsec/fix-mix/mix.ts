import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gatehouse/kernel'
import { type AdvisoryDatabase, importAdvisories, openAdvisories } from '@gatehouse/sca/advisories'
import { KINDS, randomFrom } from '../../../packages/secrets/test/corpus/draw.ts'

/** Parts of the mix: one project each, in the format of Go's txtar. */
export const MIX = ['packages', 'workflows', 'infrastructure', 'docker', 'secrets', 'code'] as const

/** Returns the files of a project with made-up secrets in place of `{{kind}}`. */
export function filesOf(name: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(import.meta.dirname, `${name}.txtar`), 'utf8')
  const parts = text.split(/^-- (.+) --\n/m).slice(1)
  const random = randomFrom(SEED)
  const fill = (content: string): string =>
    content.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, kind: string) => KINDS[kind]?.(random) ?? placeholder)
  return Object.fromEntries(
    parts.flatMap((path, at) => (at % 2 === 0 ? [[path, fill(parts[at + 1] ?? '')] as const] : [])),
  )
}

/** Seed that no corpus test uses. */
const SEED = 23

type Row = readonly [id: string, ecosystem: string, name: string, ...ranges: (readonly [string, string])[]]

/** Opens the advisories of the mix, a selection of published ones, in a temporary folder. */
export async function openMixAdvisories(): Promise<{
  readonly database: AdvisoryDatabase
  readonly close: () => void
}> {
  const rows = JSON.parse(readFileSync(join(import.meta.dirname, 'advisories.json'), 'utf8')) as readonly Row[]
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fix-mix-'))
  const records = rows.map(([id, ecosystem, name, ...ranges]) => ({
    id,
    modified: '2026-01-01T00:00:00Z',
    summary: `Vulnerability in ${name}`,
    affected: [
      {
        package: { ecosystem, name },
        ranges: ranges.map(([introduced, fixed]) => ({ type: 'ECOSYSTEM', events: [{ introduced }, { fixed }] })),
      },
    ],
  }))
  async function* source() {
    for (const record of records) yield { text: JSON.stringify(record), from: record.id }
  }
  await importAdvisories({ folder, clock: systemClock, sources: [source()] })
  const database = openAdvisories({ folder })
  if (database === undefined) throw new Error('The advisories of the mix were not imported.')
  const close = (): void => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { database, close }
}
