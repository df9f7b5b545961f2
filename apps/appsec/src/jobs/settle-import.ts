import { FINDING_SEVERITIES, type ScannerName } from '@gatehouse/contracts/scans'
import type { Fingerprinted } from '@gatehouse/scan-engine'
import type { ImportedTwin, KnownRow, NewFinding, SettleInput } from '@gatehouse/store/findings'
import type { ScannerStates, ScanRow } from '@gatehouse/store/scans'

type Known = Pick<KnownRow, 'fingerprint' | 'status' | 'statusNote'>

/**
 * Gives an imported finding the fingerprint of the same finding of another scanner or tool, so that both have one triage: the same
 * vulnerability of the same package, or the same weakness on common lines of a file. Two imported findings never share a fingerprint.
 */
export async function withTwins(
  marked: readonly Fingerprinted[],
  earlier: readonly KnownRow[],
  scan: Pick<ScanRow, 'source'>,
  input: SettleInput,
): Promise<{ readonly marked: readonly Fingerprinted[]; readonly known: readonly Known[] }> {
  if (scan.source.kind !== 'import') return { marked, known: earlier }
  const unknown = marked.filter(({ known }) => known === undefined)
  const twins = await input.twins(
    unknown.map(({ observation: { filePath, cveId } }) => ({ filePath, cveId: cveId ?? null })),
  )
  const byPath = Map.groupBy(twins, ({ filePath }) => filePath)
  const byCve = Map.groupBy(twins, ({ cveId }) => cveId)
  const used = new Set(marked.map(({ fingerprint }) => fingerprint))
  const adopted = marked.map((item) => {
    if (item.known !== undefined) return item
    const { filePath, cveId } = item.observation
    const near = [...(cveId === undefined ? [] : (byCve.get(cveId) ?? [])), ...(byPath.get(filePath) ?? [])]
    const twin = near.find((one) => !used.has(one.fingerprint) && isSame(item, one))
    if (twin === undefined) return item
    used.add(twin.fingerprint)
    return { ...item, fingerprint: twin.fingerprint, identity: twin.identity }
  })
  const reopened = earlier.map(({ fingerprint, status, statusNote, importResolved }) =>
    importResolved ? { fingerprint, status: 'OPEN' as const, statusNote: null } : { fingerprint, status, statusNote },
  )
  return { marked: adopted, known: [...twins, ...reopened] }
}

function isSame({ observation }: Fingerprinted, twin: ImportedTwin): boolean {
  const { metadata, cveId, cweId, ruleId, filePath, startLine, endLine } = observation
  if (typeof metadata.package === 'string' || twin.package !== null) {
    return (
      metadata.package === twin.package && ((cveId !== undefined && cveId === twin.cveId) || ruleId === twin.ruleId)
    )
  }
  const isThere = filePath === twin.filePath && startLine <= twin.endLine && endLine >= twin.startLine
  return isThere && cweId !== undefined && cweId === twin.cweId
}

/** Adds open findings of earlier imports of the tool: a partial report says nothing about them. */
export async function withCarried(
  own: readonly NewFinding[],
  progress: ScannerStates,
  { source }: Pick<ScanRow, 'source'>,
  input: SettleInput,
): Promise<{ readonly findings: readonly NewFinding[]; readonly progress: ScannerStates }> {
  if (source.kind !== 'import' || source.isComplete) return { findings: own, progress }
  const carried = await input.carried(own.map(({ fingerprint }) => fingerprint))
  if (carried.length === 0) return { findings: own, progress }
  const findings = [...own, ...carried].toSorted((a, b) => rank(a) - rank(b))
  const states: Partial<Record<ScannerName, ScannerStates[ScannerName]>> = { ...progress }
  for (const { scanner } of carried) {
    const state = states[scanner] ?? { status: 'COMPLETED', findingsCount: 0, filesCompleted: 0, filesTotal: 0 }
    states[scanner] = { ...state, findingsCount: state.findingsCount + 1 }
  }
  return { findings, progress: states as ScannerStates }
}

function rank({ severity }: NewFinding): number {
  return FINDING_SEVERITIES.indexOf(severity)
}
