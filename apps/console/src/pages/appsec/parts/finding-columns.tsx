import { Badge, Severity, type Tone } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { type Finding, type FindingStatus, SCANNER_TITLES, STATUS_NAMES } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/findings.ts'

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
    title: common.severity,
    width: '100px',
    sortable: true,
    cell: ({ severity }) => <Severity of={severity} />,
  },
  {
    id: 'title',
    title: messages.findingColumns.title,
    width: 'minmax(260px, 4fr)',
    sortable: true,
    cell: ({ title, isNew }) => (
      <span className="flex items-center gap-2" title={title}>
        <span className="truncate font-medium">{title}</span>
        {isNew && <Badge tone="accent">{messages.findingColumns.new}</Badge>}
      </span>
    ),
  },
  {
    id: 'filePath',
    title: messages.findingColumns.location,
    width: 'minmax(180px, 3fr)',
    sortable: true,
    cell: ({ filePath, startLine }) => (
      <span className="font-mono text-xs text-muted" title={filePath}>
        {filePath === '' ? messages.findingColumns.entireScan : `${filePath}:${startLine}`}
      </span>
    ),
  },
  {
    id: 'scanner',
    title: common.scanner,
    width: '136px',
    sortable: true,
    cell: ({ scanner }) => SCANNER_TITLES[scanner] ?? scanner,
  },
  {
    id: 'status',
    title: common.status,
    width: '120px',
    sortable: true,
    cell: ({ status }) => <StatusBadge of={status} />,
  },
]
