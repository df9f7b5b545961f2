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

interface Props {
  readonly entry: AuditEntry | undefined
  readonly onClose: () => void
  readonly onFilter: (name: keyof Filters, value: string) => void
}

/** One link of the chain, whole. */
export function EntryDrawer({ entry, onClose, onFilter }: Props) {
  return (
    <Drawer open={entry !== undefined} onClose={onClose} title={entry === undefined ? '' : `Entry ${entry.seq}`}>
      {entry !== undefined && (
        <div className="flex flex-col gap-5">
          <KeyValue
            pairs={[
              ['When', <Time key="when" at={entry.timestamp} />],
              ['Verdict', entry.verdict === null ? '–' : <Verdict key="verdict" of={entry.verdict} />],
              ...(['action', 'guardrail', 'actor', 'request_id'] as const).map(
                (name) =>
                  [NAMES[name], <Word key={name} name={name} value={entry[name]} onFilter={onFilter} />] as const,
              ),
              ['Tenant', visible(entry.tenant_id)],
            ]}
          />
          <div>
            <h3 className="mb-1 text-sm font-medium">Details</h3>
            <CodeBlock label="Details of the entry" text={visibleJson(entry.details)} />
          </div>
          <KeyValue
            pairs={[
              ['Hash', <Hash key="hash" of={entry.hash} />],
              ['Of the one before', <Hash key="prev" of={entry.prev_hash} />],
            ]}
          />
        </div>
      )}
    </Drawer>
  )
}

const NAMES = { action: 'What', guardrail: 'Guard', actor: 'Who', request_id: 'Request' } as const

interface WordProps {
  readonly name: keyof typeof NAMES
  readonly value: string | null
  readonly onFilter: Props['onFilter']
}

function Word({ name, value, onFilter }: WordProps) {
  if (value === null) return '–'
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0">{visible(value)}</span>
      <IconButton
        icon={Filter}
        label={`Only with ${NAMES[name].toLowerCase()} ${visible(value)}`}
        className="!size-6"
        onClick={() => onFilter(name, value)}
      />
    </span>
  )
}

const Hash = ({ of }: { readonly of: string }) => <code className="font-mono text-xs break-all">{of}</code>
