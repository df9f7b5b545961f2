import { compareVersions, type Ecosystem, ecosystemOf } from '@gatehouse/sca/versions'
import { normaliseName, type OsvAffected, type OsvEvent, type OsvRange, type OsvRecord } from '@gatehouse/sca/osv'
import type { PackageVersion } from '@gatehouse/sca/advisories'
import { records } from './data.ts'

/** Baseline: all records in memory, and OSV's published algorithm on each record of a package. */
export interface PlainDatabase {
  /** Returns ids of the records that affect the version, in order. */
  readonly match: (wanted: PackageVersion) => string[]
}

export async function openPlain(): Promise<PlainDatabase> {
  const byPackage = new Map<string, { readonly record: OsvRecord; readonly affected: OsvAffected }[]>()
  for await (const record of records()) {
    for (const affected of record.withdrawn === undefined ? record.affected : []) {
      if (affected.package === undefined) continue
      const key = keyOf(affected.package.ecosystem, affected.package.name)
      byPackage.set(key, [...(byPackage.get(key) ?? []), { record, affected }])
    }
  }
  return {
    match: ({ ecosystem, name, version }) => {
      const ordered = ecosystemOf(ecosystem)
      if (ordered === undefined) return []
      const meant = (byPackage.get(keyOf(ecosystem, name)) ?? []).filter(({ affected }) =>
        means(ordered, affected, version),
      )
      return [...new Set(meant.map(({ record }) => record.id))].sort()
    },
  }
}

function keyOf(ecosystem: string, name: string): string {
  return `${ecosystem}\n${normaliseName(ecosystem, name)}`
}

function means(ecosystem: Ecosystem, { ranges, versions }: OsvAffected, version: string): boolean {
  return (
    versions.some((listed) => compareVersions(ecosystem, listed, version) === 0) ||
    ranges.some((range) => range.type !== 'GIT' && isWithin(ecosystem, range, version))
  )
}

function isWithin(ecosystem: Ecosystem, { events }: OsvRange, version: string): boolean {
  let within = false
  for (const { introduced, fixed, last_affected: last } of events.toSorted((a, b) => compareEvents(ecosystem, a, b))) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(ecosystem, version, introduced) >= 0))
      within = true
    if (fixed !== undefined && compareVersions(ecosystem, version, fixed) >= 0) within = false
    if (last !== undefined && compareVersions(ecosystem, version, last) > 0) within = false
  }
  return within
}

function compareEvents(ecosystem: Ecosystem, a: OsvEvent, b: OsvEvent): number {
  const [left, right] = [a, b].map((event) => event.introduced ?? event.fixed ?? event.last_affected ?? '')
  if (left === right) return 0
  if (left === '0') return -1
  return right === '0' ? 1 : compareVersions(ecosystem, left ?? '', right ?? '')
}
