import { Filter } from 'lucide-react'
import { Verdict } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Time } from '../../../ui/time.tsx'
import { visible, visibleJson } from '../parts/visible.ts'
import type { AuditEntry } from './audit.tsx'
import type { Filters } from './audit-filters.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/audit.ts'

interface Props {
  readonly entry: AuditEntry | undefined
  readonly onClose: () => void
  readonly onFilter: (name: keyof Filters, value: string) => void
}

/** Details of one audit entry. */
export function EntryDrawer({ entry, onClose, onFilter }: Props) {
  return (
    <Drawer
      open={entry !== undefined}
      onClose={onClose}
      title={entry === undefined ? '' : messages.entryDrawer.entry(entry.seq)}
    >
      {entry !== undefined && (
        <div className="flex flex-col gap-5">
          <KeyValue
            pairs={[
              [common.time, <Time key="when" at={entry.timestamp} />],
              [common.verdict, entry.verdict === null ? '–' : <Verdict key="verdict" of={entry.verdict} />],
              ...(['action', 'guardrail', 'actor', 'request_id'] as const).map(
                (name) =>
                  [
                    NAMES[name],
                    <FilterValue key={name} name={name} value={entry[name]} onFilter={onFilter} />,
                  ] as const,
              ),
              [common.tenant, visible(entry.tenant_id)],
            ]}
          />
          <div>
            <h3 className="mb-1 text-sm font-medium">{common.details}</h3>
            <CodeBlock label={messages.entryDrawer.entryDetails} text={visibleJson(entry.details)} />
          </div>
          <KeyValue
            pairs={[
              [common.hash, <Hash key="hash" of={entry.hash} />],
              [messages.entryDrawer.previousHash, <Hash key="prev" of={entry.prev_hash} />],
            ]}
          />
        </div>
      )}
    </Drawer>
  )
}

const NAMES = {
  action: common.action,
  guardrail: common.guard,
  actor: common.actor,
  request_id: common.requestId,
} as const

interface ValueProps {
  readonly name: keyof typeof NAMES
  readonly value: string | null
  readonly onFilter: Props['onFilter']
}

function FilterValue({ name, value, onFilter }: ValueProps) {
  if (value === null) return '–'
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0">{visible(value)}</span>
      <IconButton
        icon={Filter}
        label={messages.entryDrawer.filterBy(NAMES[name].toLowerCase(), visible(value))}
        className="!size-6"
        onClick={() => onFilter(name, value)}
      />
    </span>
  )
}

const Hash = ({ of }: { readonly of: string }) => <code className="font-mono text-xs break-all">{of}</code>
