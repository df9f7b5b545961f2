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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/approvals.ts'
import { phrase } from '../../../ui/phrase.tsx'
import { labelOf } from '../../../ui/words.ts'

type Page = Awaited<ReturnType<typeof guard.listHolds>>
type Lockout = Page['holds'][number]

const FRESH_MS = 5_000
const COLUMNS: readonly Column<Lockout>[] = [
  { id: 'scope', title: common.scope, width: '92px', cell: ({ scope }) => <Badge tone="warn">{labelOf(scope)}</Badge> },
  {
    id: 'who',
    title: messages.holds.subject,
    width: 'minmax(150px, 2fr)',
    cell: (hold) => <span className="font-mono text-xs font-medium">{subjectOf(hold)}</span>,
  },
  { id: 'agent', title: common.agent, width: 'minmax(110px, 1fr)', cell: ({ agent_key }) => visible(agent_key ?? '–') },
  {
    id: 'why',
    title: common.reason,
    width: 'minmax(200px, 3fr)',
    cell: (hold) => <span className="text-muted">{whyOf(hold)}</span>,
  },
  { id: 'since', title: messages.holds.start, width: '110px', cell: ({ since }) => <Time at={since} /> },
  { id: 'until', title: messages.holds.end, width: '110px', cell: ({ until }) => <Time at={until} /> },
]

/** Lists the lockouts of the guard `attack_budget`, and lifts them early. Requires a key with the scope admin. */
export function Lockouts() {
  const [request, setAsked] = useState<Lockout>()
  const { first, rows, error, refetch, more } = usePages({
    key: ['holds'],
    ask: (page, signal) => guard.listHolds({ query: page }, { signal }),
    rowsOf: ({ holds }) => holds,
    everyMs: FRESH_MS,
  })
  const columns: readonly Column<Lockout>[] = [
    ...COLUMNS,
    {
      id: 'lift',
      title: common.action,
      width: '96px',
      cell: (hold) => (
        <Button icon={LockOpen} onClick={() => setAsked(hold)}>
          {messages.holds.endLockout}
        </Button>
      ),
    },
  ]
  return (
    <Card flush title={messages.holds.attackLockouts}>
      {error !== null && <ErrorState error={error} onRetry={refetch} doing={messages.holds.loadingHolds} />}
      {rows === undefined && error === null && <Skeleton />}
      {first !== undefined && <Notes page={first} />}
      {rows?.length === 0 && (
        <EmptyState icon={ShieldCheck} title={messages.holds.noActiveLockouts}>
          {phrase(messages.holds.theGuardLocksOutASessionUserOr, {
            code: <code className="font-mono text-xs">{messages.holds.attackBudget}</code>,
          })}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={messages.holds.attackLockouts}
          rows={rows}
          columns={columns}
          idOf={({ id }) => id}
          total={first?.total ?? rows.length}
          onEnd={more}
        />
      )}
      {request !== undefined && <Lift hold={request} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

function Notes({ page: { complete, guard_enabled, total } }: { readonly page: Page }) {
  return (
    <>
      {!guard_enabled && (
        <p className="border-b border-line px-4 py-3 text-sm">
          <span className="font-medium">{messages.holds.theGuardAttackBudgetIsDisabled}</span>
          {total > 0 ? messages.holds.theseLockoutsAreNotEnforced : messages.holds.noLockoutsAreCreated}
          <TextLink to="/guard/policies">{messages.holds.enableItInThePolicy}</TextLink>
        </p>
      )}
      {!complete && (
        <p className="border-b border-line px-4 py-3 text-sm">{messages.holds.onlyTheLatestLockoutsAreListed}</p>
      )}
    </>
  )
}

function Lift({ hold, onClose }: { readonly hold: Lockout; readonly onClose: () => void }) {
  const [reason, setReason] = useState('')
  const lift = useChange(() => guard.liftHold({ params: { hold_id: hold.id }, body: { reason } }), {
    stale: ['holds'],
    said: ({ was_held }) => (was_held ? messages.holds.lockoutEnded : messages.holds.theLockoutHadAlreadyEnded),
    onDone: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={messages.holds.endThisLockout}
      action={messages.holds.endLockout}
      busy={lift.isPending}
      error={lift.error}
      onConfirm={() => lift.mutate()}
    >
      <p>
        {phrase(messages.holds.toolCallsOfTheAreEvaluated, {
          scope: hold.scope,
          subject: <span className="font-mono text-xs font-medium break-all">{subjectOf(hold)}</span>,
        })}
      </p>
      <div className="mt-4">
        <Field label={common.reason} help={messages.holds.recordedInTheAuditLog}>
          {(field) => (
            <Input {...field} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      </div>
    </Confirm>
  )
}

/** Names come from callers, so that hidden characters are made visible. */
function subjectOf({ scope, agent_key, session_id, user_id, unnamed_only }: Lockout): string {
  switch (scope) {
    case 'session':
      return visible(session_id ?? '–')
    case 'user':
      return visible(user_id ?? '–')
    case 'agent':
    default: {
      const name = agent_key === null || agent_key === '' ? messages.holds.unnamedAgent : visible(agent_key)
      return unnamed_only ? messages.holds.callsWithoutSessionOrUser(name) : name
    }
  }
}

function whyOf({ blocks, window_seconds, guardrails }: Lockout): string {
  const attempts = messages.holds.inS(messages.holds.blockedCalls(blocks), window_seconds)
  return guardrails.length === 0
    ? messages.holds.byTexts(attempts)
    : messages.holds.lastBy(attempts, guardrails.join(', '))
}
