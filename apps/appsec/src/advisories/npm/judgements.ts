import { buildPurl } from '@gatehouse/formats'
import { identityOf } from '@gatehouse/scan-engine'
import { packageOf } from '@gatehouse/sca'
import { vexStatementsOf } from '@gatehouse/scan-engine/results'
import type { Store } from '@gatehouse/store'
import { type TriagedRow, readTriaged } from '@gatehouse/store/findings'
import type { FoundAdvisory } from './audit.ts'

export interface JudgementPorts {
  readonly store: Store
  readonly now: Date
}

/**
 * Removes triaged vulnerabilities of the project: false positives, accepted risks, and vulnerabilities that its VEX documents declare not
 * affected. A vulnerability in several locations must be triaged in all of them.
 */
export async function withoutTriaged(
  found: readonly FoundAdvisory[],
  organizationId: string,
  projectId: string,
  { store, now }: JudgementPorts,
): Promise<readonly FoundAdvisory[]> {
  const identities = found.map(identityOfFound)
  const rows = await readTriaged(store, organizationId, projectId, [...new Set(identities)])
  const known = Map.groupBy(rows, (triagedRow) => triagedRow.identity)
  return found.filter((item, at) => !isDealtWith(known.get(identities[at] ?? '') ?? [], item, now))
}

/** Identity that dependency scan findings use. */
function identityOfFound({ name, match }: FoundAdvisory): string {
  return identityOf({ identity: [match.id, purlOf(name)] })
}

function purlOf(fullName: string): string {
  const [scope, name] = fullName.startsWith('@') ? fullName.split('/', 2) : [undefined, fullName]
  // An invalid package name has no findings.
  if (name === undefined || name === '') return ''
  return packageOf(buildPurl({ type: 'npm', name, ...(scope !== undefined && { namespace: scope }) }))
}

function isDealtWith(rows: readonly TriagedRow[], { match, name }: FoundAdvisory, now: Date): boolean {
  const present = rows.filter(({ isGone }) => !isGone)
  // A finding that is no longer detected keeps its triage.
  const counted = present.length > 0 ? present : rows
  return counted.length > 0 && counted.every((row) => isDismissed(row, match.id, name, now))
}

function isDismissed({ status, statusNote, metadata }: TriagedRow, id: string, name: string, at: Date): boolean {
  if (status === 'FALSE_POSITIVE' || status === 'ACCEPTED_RISK') return true
  const finding = {
    scanner: 'SCA',
    ruleId: id,
    title: name,
    cveId: null,
    cweId: null,
    status,
    statusNote,
    metadata: metadata ?? {},
  } as const
  return vexStatementsOf([finding], { at }).some((statement) => statement.status === 'not_affected')
}
