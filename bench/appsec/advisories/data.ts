import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRecords, type PackageVersion, type RecordSource } from '@gatehouse/sca/advisories'
import { type OsvAffected, OsvRecord } from '@gatehouse/sca/osv'

/** Advisories of four ecosystems: reference data next to a checkout, not part of it. */
export const DATA = fileURLToPath(new URL('../../../../shared/data/osv/', import.meta.url))

export const ADVISORY_FILES = existsSync(DATA) ? readdirSync(DATA).filter((file) => file.endsWith('.jsonl.gz')) : []

export async function* records(): AsyncGenerator<OsvRecord> {
  for (const file of ADVISORY_FILES) {
    for await (const { text } of await openRecords(join(DATA, file))) yield OsvRecord.parse(JSON.parse(text))
  }
}

/** Repeats all records under different names, to measure larger databases. */
export async function* multiplied(times: number): RecordSource {
  for (let copy = 0; copy < times; copy += 1) {
    const more = copy === 0 ? '' : `-${copy}`
    for await (const record of records()) {
      const affected = record.affected.map((item) => ({ ...item, package: renamed(item, more) }))
      const aliases = record.aliases.map((alias) => alias + more)
      yield { text: JSON.stringify({ ...record, id: record.id + more, aliases, affected }), from: record.id }
    }
  }
}

function renamed({ package: named }: OsvAffected, more: string): OsvAffected['package'] {
  return named && { ecosystem: named.ecosystem, name: named.name + more }
}

/**
 * Returns package versions that all have advisories: harder than any project, where few packages have some. The versions come from the
 * records, so that they are at interval boundaries.
 */
export async function packagesOf(count: number): Promise<PackageVersion[]> {
  const versions = new Map<string, Set<string>>()
  for await (const { affected } of records()) {
    for (const item of affected) {
      if (item.package === undefined) continue
      const key = `${item.package.ecosystem}\n${item.package.name}`
      versions.set(key, new Set([...(versions.get(key) ?? ['1.0.0']), ...bordersOf(item)]))
    }
  }
  const all = [...versions].flatMap(([key, known]) => {
    const [ecosystem = '', name = ''] = key.split('\n')
    return [...known].map((version) => ({ ecosystem, name, version }))
  })
  // Spread evenly over the entire list.
  return Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * all.length) / count)] ?? { ecosystem: '', name: '', version: '' },
  )
}

function bordersOf({ ranges, versions }: OsvAffected): string[] {
  const events = ranges.filter(({ type }) => type !== 'GIT').flatMap(({ events: turns }) => turns)
  return [
    ...events.flatMap(({ introduced, fixed, last_affected: last }) => [introduced, fixed, last]),
    versions[0],
  ].filter((version) => version !== undefined)
}
