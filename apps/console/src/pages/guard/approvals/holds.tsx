import { LockOpen, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { useChange } from '../parts/use-change.ts'
import { usePages } from '../parts/use-pages.ts'
import { visible } from '../parts/visible.ts'

type Page = Awaited<ReturnType<typeof guard.listHolds>>
type Hold = Page['holds'][number]

const FRESH_MS = 5_000
const COLUMNS: readonly Column<Hold>[] = [
  { id: 'scope', title: 'Scope', width: '92px', cell: ({ scope }) => <Badge tone="warn">{scope}</Badge> },
  {
    id: 'who',
    title: 'Who',
    width: 'minmax(150px, 2fr)',
    cell: (hold) => <span className="font-mono text-xs font-medium">{whoOf(hold)}</span>,
  },
  { id: 'agent', title: 'Agent', width: 'minmax(110px, 1fr)', cell: ({ agent_key }) => visible(agent_key ?? '–') },
  {
    id: 'why',
    title: 'Why',
    width: 'minmax(200px, 3fr)',
    cell: (hold) => <span className="text-muted">{whyOf(hold)}</span>,
  },
  { id: 'since', title: 'Since', width: '110px', cell: ({ since }) => <Time at={since} /> },
  { id: 'until', title: 'Until', width: '110px', cell: ({ until }) => <Time at={until} /> },
]

/** Whom the guard `attack_budget` holds stricter, and the way to end that early. For keys of scope admin. */
export function Holds() {
  const [asked, setAsked] = useState<Hold>()
  const { first, rows, error, refetch, more } = usePages({
    key: ['holds'],
    ask: (page, signal) => guard.listHolds({ query: page }, { signal }),
    rowsOf: ({ holds }) => holds,
    everyMs: FRESH_MS,
  })
  const columns: readonly Column<Hold>[] = [
    ...COLUMNS,
    {
      id: 'lift',
      title: 'Action',
      width: '96px',
      cell: (hold) => (
        <Button icon={LockOpen} onClick={() => setAsked(hold)}>
          Lift
        </Button>
      ),
    },
  ]
  return (
    <Card flush title="Held after attacks">
      {error !== null && <ErrorState error={error} onRetry={refetch} doing="Loading the holds" />}
      {rows === undefined && error === null && <Skeleton />}
      {first !== undefined && <Notes page={first} />}
      {rows?.length === 0 && (
        <EmptyState icon={ShieldCheck} title="Nobody is held">
          The guard <code className="font-mono text-xs">attack_budget</code> holds a session, a user or an agent
          stricter for a while after too many blocked calls. Whoever is held appears here by itself.
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Holds"
          rows={rows}
          columns={columns}
          idOf={({ id }) => id}
          total={first?.total ?? rows.length}
          onEnd={more}
        />
      )}
      {asked !== undefined && <Lift hold={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

function Notes({ page: { complete, guard_enabled, total } }: { readonly page: Page }) {
  return (
    <>
      {!guard_enabled && (
        <p className="border-b border-line px-4 py-3 text-sm">
          <span className="font-medium">attack_budget is off</span>
          {total > 0 ? ': these holds stop nothing until it is on. ' : ': nobody is held, whatever they try. '}
          <TextLink to="/guard/policies">Switch it on in the policies</TextLink>
        </p>
      )}
      {!complete && (
        <p className="border-b border-line px-4 py-3 text-sm">
          More were held lately than are listed. The older ones still hold, and end by themselves.
        </p>
      )}
    </>
  )
}

function Lift({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const [reason, setReason] = useState('')
  const lift = useChange(() => guard.liftHold({ params: { hold_id: hold.id }, body: { reason } }), {
    stale: ['holds'],
    said: ({ was_held }) => (was_held ? 'The hold is lifted.' : 'The hold had ended already.'),
    onDone: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title="Lift this hold?"
      action="Lift"
      busy={lift.isPending}
      error={lift.error}
      onConfirm={() => lift.mutate()}
    >
      <p>
        Tool calls of the {hold.scope} <span className="font-mono text-xs font-medium break-all">{whoOf(hold)}</span>{' '}
        are judged as usual again, at once. Its attempts count anew.
      </p>
      <div className="mt-4">
        <Field label="Why" help="For the audit log.">
          {(field) => (
            <Input {...field} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      </div>
    </Confirm>
  )
}

/** Names come from callers: what they hide is shown. */
function whoOf({ scope, agent_key, session_id, user_id, unnamed_only }: Hold): string {
  switch (scope) {
    case 'session':
      return visible(session_id ?? '–')
    case 'user':
      return visible(user_id ?? '–')
    case 'agent':
    default: {
      const name = agent_key === null || agent_key === '' ? 'without a name' : visible(agent_key)
      return unnamed_only ? `${name}, calls without session or user` : name
    }
  }
}

function whyOf({ blocks, window_seconds, guardrails }: Hold): string {
  const attempts = `${blocks} blocked ${blocks === 1 ? 'call' : 'calls'} in ${window_seconds} s`
  return guardrails.length === 0 ? `${attempts}, with texts` : `${attempts}, last by ${guardrails.join(', ')}`
}
