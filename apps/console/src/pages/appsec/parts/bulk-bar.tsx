import { Button } from '../../../ui/button.tsx'
import { type FindingStatus, numberText, STATUS_NAMES, STATUSES } from './kinds.ts'
import { messages } from '../../../messages/appsec/findings.ts'

interface Props {
  readonly count: number
  readonly total: number
  readonly busy: boolean
  readonly onSay: (status: FindingStatus) => void
  readonly onClear: () => void
  /** Selects all findings that match the filters. */
  readonly onAll?: () => void
}

/** Actions on the selected findings. */
export function BulkBar({ count, total, busy, onSay, onClear, onAll }: Props) {
  return (
    <div
      role="toolbar"
      aria-label={messages.bulkBar.selectedFindings}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <span className="mr-1 font-medium text-accent-ink tabular-nums" aria-live="polite">
        {messages.bulkBar.selected(numberText(count))}
      </span>
      {STATUSES.map((status) => (
        <Button key={status} disabled={busy} onClick={() => onSay(status)}>
          {STATUS_NAMES[status]}
        </Button>
      ))}
      <span className="ml-auto flex gap-1">
        {onAll !== undefined && (
          <Button look="quiet" onClick={onAll}>
            {messages.bulkBar.selectAll(numberText(total))}
          </Button>
        )}
        <Button look="quiet" onClick={onClear}>
          {messages.bulkBar.clearSelection}
        </Button>
      </span>
    </div>
  )
}
