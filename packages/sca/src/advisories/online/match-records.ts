import { compileAffected } from '../../osv/evaluate.ts'
import type { OsvRecord } from '../../osv/record.ts'
import { rateRecord } from '../../osv/severity.ts'
import { createAliasSets } from '../alias-sets.ts'
import type { PackageVersion } from '../database.ts'
import { type AdvisoryMatch, type Exploitation, type KnownSet, matchVersion, readyEntry } from '../match.ts'
import { packageKey } from '../snapshot/manifest.ts'

/** Matches a version against its package's records. Gives the same result as a snapshot with these records. */
export function matchRecords(
  records: readonly OsvRecord[],
  { ecosystem, name, version }: PackageVersion,
  exploitationOf: (names: readonly string[]) => Exploitation,
): AdvisoryMatch[] {
  const current = records.filter(({ withdrawn }) => withdrawn === undefined)
  const aliases = createAliasSets()
  for (const { id, aliases: names } of current) aliases.join([id, ...names])
  const known = (id: string): KnownSet => {
    const head = aliases.headOf(id)
    const names = aliases.namesOf(head)
    return { id: head, names, ...exploitationOf(names) }
  }
  const key = packageKey(ecosystem, name)
  const entries = current.flatMap((record) =>
    record.affected.flatMap((affected) => {
      const { package: named } = affected
      if (named === undefined || packageKey(named.ecosystem, named.name) !== key) return []
      const rating = rateRecord(record, affected)
      const entry = {
        id: record.id,
        ecosystem: named.ecosystem,
        affected: compileAffected(affected),
        severity: rating?.severity,
        vector: rating?.cvss?.vector,
      }
      return [readyEntry(entry, known(record.id))]
    }),
  )
  return matchVersion(entries, ecosystem, version)
}
