import { Badge, Severity, type Tone } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { type Finding, type FindingStatus, SCANNER_TITLES, STATUS_NAMES } from './kinds.ts'

const TONES: Readonly<Record<FindingStatus, Tone>> = {
  OPEN: 'plain',
  IN_PROGRESS: 'accent',
  RESOLVED: 'ok',
  FALSE_POSITIVE: 'info',
  ACCEPTED_RISK: 'warn',
}

export function StatusBadge({ of }: { readonly of: FindingStatus }) {
  return <Badge tone={TONES[of]}>{STATUS_NAMES[of]}</Badge>
}

export const FINDING_COLUMNS: readonly Column<Finding>[] = [
  {
    id: 'severity',
    title: 'Severity',
    width: '100px',
    sortable: true,
    cell: ({ severity }) => <Severity of={severity} />,
  },
  {
    id: 'title',
    title: 'Finding',
    width: 'minmax(260px, 4fr)',
    sortable: true,
    cell: ({ title, isNew }) => (
      <span className="flex items-center gap-2" title={title}>
        <span className="truncate font-medium">{title}</span>
        {isNew && <Badge tone="accent">New</Badge>}
      </span>
    ),
  },
  {
    id: 'filePath',
    title: 'Location',
    width: 'minmax(180px, 3fr)',
    sortable: true,
    cell: ({ filePath, startLine }) => (
      <span className="font-mono text-xs text-muted" title={filePath}>
        {filePath === '' ? 'Entire scan' : `${filePath}:${startLine}`}
      </span>
    ),
  },
  {
    id: 'scanner',
    title: 'Scanner',
    width: '136px',
    sortable: true,
    cell: ({ scanner }) => SCANNER_TITLES[scanner] ?? scanner,
  },
  { id: 'status', title: 'Status', width: '120px', sortable: true, cell: ({ status }) => <StatusBadge of={status} /> },
]
