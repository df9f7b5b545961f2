import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/audit.ts'
import { choicesOf } from '../../../ui/words.ts'

const WORDS = [
  ['action', messages.auditFilters.actionEGGuardInput],
  ['guardrail', common.guard],
  ['actor', common.actor],
  ['agent', common.agent],
  ['request_id', common.requestId],
] as const
const TEXTS = [...WORDS.map(([name]) => name), 'since', 'until'] as const
const VERDICTS = ['pass', 'detect', 'warn', 'redact', 'require_approval', 'block'] as const
export type Filters = { readonly [Name in (typeof TEXTS)[number]]?: string } & {
  readonly verdict?: (typeof VERDICTS)[number]
}

const HOUR_MS = 3_600_000
const SPANS: Readonly<Record<string, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS }

/** Returns the filters of an address. Ignores other parameters and unknown verdicts. */
export function filtersOf(search: Readonly<Record<string, unknown>>): Filters {
  const texts = Object.fromEntries(
    TEXTS.flatMap((name) => {
      const value = search[name]
      // The router parses a word of digits as a number.
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
  const verdict = VERDICTS.find((item) => item === search['verdict'])
  return verdict === undefined ? texts : { ...texts, verdict }
}

/** Search filters, stored in the address so that views can be shared. */
export function AuditFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters
  readonly onChange: (change: (before: Filters) => Filters) => void
}) {
  const set = (name: keyof Filters, value: string): void => {
    onChange((before) => {
      const { [name]: _, ...rest } = before
      return value === '' ? rest : { ...rest, [name]: value }
    })
  }
  return (
    <div
      role="search"
      aria-label={messages.auditFilters.filters}
      className="grid grid-cols-2 gap-2 lg:grid-cols-[repeat(8,minmax(0,1fr))]"
    >
      <Select
        aria-label={common.verdict}
        value={filters.verdict ?? ''}
        onPick={(value) => set('verdict', value)}
        options={[{ value: '', label: messages.auditFilters.anyVerdict }, ...choicesOf(VERDICTS)]}
      />
      <Select
        aria-label={common.time}
        value={filters.since === undefined ? '' : 'set'}
        onPick={(span) =>
          set('since', SPANS[span] === undefined ? '' : new Date(Date.now() - SPANS[span]).toISOString())
        }
        options={[
          { value: '', label: messages.auditFilters.anyTime },
          ...(filters.since === undefined
            ? []
            : [{ value: 'set', label: messages.auditFilters.since(new Date(filters.since).toLocaleString()) }]),
          { value: 'hour', label: messages.auditFilters.lastHour },
          { value: 'day', label: messages.auditFilters.last24Hours },
          { value: 'week', label: messages.auditFilters.last7Days },
        ]}
      />
      {WORDS.map(([name, label]) => (
        <TextFilter
          key={`${name} ${filters[name] ?? ''}`}
          label={label}
          value={filters[name] ?? ''}
          onSet={(value) => set(name, value)}
        />
      ))}
      <Button disabled={Object.keys(filters).length === 0} onClick={() => onChange(() => ({}))}>
        {messages.auditFilters.clear}
      </Button>
    </div>
  )
}

/** Searches on blur or Enter, because the service matches whole words. */
function TextFilter({
  label,
  value,
  onSet,
}: {
  readonly label: string
  readonly value: string
  readonly onSet: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const done = (): void => {
    if (text.trim() !== value) onSet(text.trim())
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={128}
      onChange={({ target }) => setText(target.value)}
      onBlur={done}
      onKeyDown={({ key }) => {
        if (key === 'Enter') done()
      }}
    />
  )
}
