import { Verdict } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { countText, type Scan, scanTypeName } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** Status of a scan; for a completed scan its gate's decision, so that a failed gate never looks like a success. */
export function ScanStatus({ of: { status, gateResult } }: { readonly of: Pick<Scan, 'status' | 'gateResult'> }) {
  return <Verdict of={status === 'COMPLETED' && gateResult !== 'PENDING' ? `GATE_${gateResult}` : status} />
}

/** Decision of the build gate. */
export function GateVerdict({ of }: { readonly of: Scan['gateResult'] }) {
  if (of === 'PENDING') return <span className="text-muted">{messages.scanColumns.noDecision}</span>
  return <Verdict of={of} />
}

const project: Column<Scan> = {
  id: 'project',
  title: common.project,
  width: 'minmax(96px, 2fr)',
  cell: ({ project: { name } }) => (
    <span className="font-medium" title={name}>
      {name}
    </span>
  ),
}

/** The first columns are the most important and fit into 390 pixels. */
const OTHERS: readonly Column<Scan>[] = [
  { id: 'status', title: common.status, width: '124px', cell: (scan) => <ScanStatus of={scan} /> },
  { id: 'critical', title: common.critical, number: true, width: '64px', cell: (scan) => countText(scan, 'CRITICAL') },
  { id: 'high', title: common.high, number: true, width: '56px', cell: (scan) => countText(scan, 'HIGH') },
  { id: 'medium', title: common.medium, number: true, width: '72px', cell: (scan) => countText(scan, 'MEDIUM') },
  {
    id: 'started',
    title: messages.scanColumns.queued,
    width: '112px',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'source',
    title: common.source,
    width: 'minmax(96px, 2fr)',
    cell: ({ sourceRef, branch }) => (
      <span title={sourceRef}>
        {sourceRef}
        {branch !== null && <span className="text-muted"> · {branch}</span>}
      </span>
    ),
  },
  { id: 'type', title: common.scanners, width: '128px', cell: ({ scanType }) => scanTypeName(scanType) },
]

export const SCAN_COLUMNS = OTHERS
export const SCAN_COLUMNS_OF_ALL: readonly Column<Scan>[] = [OTHERS[0]!, project, ...OTHERS.slice(1)]
