import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FindingQuery } from './finding-query.ts'
import { AVAILABLE_SCANNERS, SCANNER_TITLES, SEVERITIES, STATUS_NAMES, STATUSES } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/findings.ts'
import { labelOf } from '../../../ui/words.ts'

/** Own limit: debounce time after typing. */
const PAUSE_MS = 250

interface Props {
  readonly query: FindingQuery
  readonly change: (by: FindingQuery) => void
}

/** Filters of the list, applied by the service. */
export function FindingFilters({ query, change }: Props) {
  const chosen = new Set((query.severity ?? '').split(',').filter(Boolean))
  const flip = (severity: string): void => {
    const after = SEVERITIES.filter((item) => chosen.has(item) !== (item === severity))
    change({ severity: after.length === SEVERITIES.length ? '' : after.join(',') })
  }
  return (
    <div
      role="search"
      aria-label={messages.findingFilters.filters}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      <div role="group" aria-label={common.severity} className="flex flex-wrap gap-1">
        {SEVERITIES.map((severity) => (
          <button
            key={severity}
            type="button"
            aria-pressed={chosen.has(severity)}
            onClick={() => flip(severity)}
            className={cx(
              'h-8 rounded-md border px-2.5 text-sm transition-colors',
              chosen.has(severity)
                ? 'border-accent bg-accent-soft font-medium text-accent-ink'
                : 'border-line text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {labelOf(severity)}
          </button>
        ))}
      </div>
      <Select
        aria-label={common.status}
        className="!w-auto"
        value={query.status ?? ''}
        onPick={(status) => change({ status })}
        options={[
          { value: '', label: common.anyStatus },
          { value: 'OPEN,IN_PROGRESS', label: messages.findingFilters.needsAction },
          ...STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
        ]}
      />
      <Select
        aria-label={common.scanner}
        className="!w-auto"
        value={query.scanner ?? ''}
        onPick={(scanner) => change({ scanner })}
        options={[
          { value: '', label: messages.findingFilters.anyScanner },
          ...AVAILABLE_SCANNERS.map((value) => ({ value, label: SCANNER_TITLES[value] ?? value })),
        ]}
      />
      <Typed
        label={messages.findingFilters.path}
        placeholder={messages.findingFilters.pathOrFolder}
        value={query.filePath ?? ''}
        onSay={(filePath) => change({ filePath })}
      />
      <Typed
        label={messages.findingFilters.searchFindings}
        placeholder={messages.findingFilters.searchByTitleRuleOrCve}
        value={query.search ?? ''}
        onSay={(search) => change({ search })}
      />
    </div>
  )
}

interface TypedProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onSay: (value: string) => void
}

/** Text field with debounce. */
function Typed({ label, placeholder, value, onSay }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const result = useRef(value)
  useEffect(() => {
    // Applies external changes such as "Show all", but keeps text while the user types.
    if (value !== result.current) setTyped(value)
    result.current = value
  }, [value])
  // A pending filter is dropped when the user leaves the page.
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      className="!w-[190px] max-sm:!w-full"
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          result.current = target.value
          onSay(target.value)
        }, PAUSE_MS)
      }}
    />
  )
}
