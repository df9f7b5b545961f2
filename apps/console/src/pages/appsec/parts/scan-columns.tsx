import { Verdict } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Scan, scanTypeName } from './kinds.ts'

/** How a scan stands, in words that say it at once. */
export function ScanStatus({ of }: { readonly of: Scan['status'] }) {
  return <Verdict of={of} />
}

/** What the gate said; nothing before it has. */
export function GateVerdict({ of }: { readonly of: Scan['gateResult'] }) {
  if (of === 'PENDING') return <span className="text-muted">not decided</span>
  return <Verdict of={of === 'PASSED' ? 'pass' : 'fail'} />
}

const project: Column<Scan> = {
  id: 'project',
  title: 'Project',
  width: 'minmax(140px, 2fr)',
  cell: ({ project: { name } }) => <span className="font-medium">{name}</span>,
}

const OTHERS: readonly Column<Scan>[] = [
  { id: 'status', title: 'Status', width: '112px', cell: ({ status }) => <ScanStatus of={status} /> },
  {
    id: 'source',
    title: 'Source',
    width: 'minmax(140px, 2fr)',
    cell: ({ sourceRef, branch }) => (
      <span title={sourceRef}>
        {sourceRef}
        {branch !== null && <span className="text-muted"> · {branch}</span>}
      </span>
    ),
  },
  { id: 'type', title: 'Scanners', width: '128px', cell: ({ scanType }) => scanTypeName(scanType) },
  { id: 'critical', title: 'Critical', number: true, width: '80px', cell: ({ criticalCount }) => criticalCount },
  { id: 'high', title: 'High', number: true, width: '72px', cell: ({ highCount }) => highCount },
  { id: 'medium', title: 'Medium', number: true, width: '80px', cell: ({ mediumCount }) => mediumCount },
  { id: 'gate', title: 'Gate', width: '104px', cell: ({ gateResult }) => <GateVerdict of={gateResult} /> },
  { id: 'started', title: 'Queued', width: '112px', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export const SCAN_COLUMNS = OTHERS
export const SCAN_COLUMNS_OF_ALL: readonly Column<Scan>[] = [OTHERS[0]!, project, ...OTHERS.slice(1)]
