import { useMutation, useQuery } from '@tanstack/react-query'
import { DatabaseZap, Rewind } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge, type Tone, Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import type { Policy } from './policy-text.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/policies.ts'
import { phrase } from '../../../ui/phrase.tsx'

type Answer = Awaited<ReturnType<typeof guard.replayPolicies>>
type Change = Answer['changes'][number]
type Body = Parameters<typeof guard.replayPolicies>[0]['body']

const KINDS: Readonly<Record<Change['kind'], readonly [Tone, string]>> = {
  newly_refused: ['bad', messages.replay.newlyBlocked],
  no_longer_refused: ['warn', messages.replay.noLongerBlocked],
  action: ['info', messages.replay.actionChanged],
  guardrails: ['plain', messages.replay.guardsChanged],
}

const COLUMNS: readonly Column<Change>[] = [
  {
    id: 'kind',
    title: messages.replay.change,
    width: '150px',
    cell: ({ kind }) => <Badge tone={KINDS[kind][0]}>{KINDS[kind][1]}</Badge>,
  },
  {
    id: 'before',
    title: messages.replay.currentPolicy,
    width: '130px',
    cell: ({ before }) => <Verdict of={before.action} />,
  },
  { id: 'after', title: messages.replay.draft, width: '130px', cell: ({ after }) => <Verdict of={after.action} /> },
  {
    id: 'by',
    title: messages.replay.draftGuards,
    width: 'minmax(160px, 2fr)',
    cell: ({ after }) => (
      <span className="font-mono text-xs">
        {after.guardrails.map((guardrail) => guardrail.guardrail).join(', ') || '–'}
      </span>
    ),
  },
  { id: 'stage', title: messages.replay.stage, width: '80px', cell: ({ stage }) => stage },
  { id: 'when', title: common.time, width: '110px', cell: ({ timestamp }) => <Time at={timestamp} /> },
]

const FIRST_MS = 2_000

/** Replays recent requests with the draft and the current policy, and lists the verdicts that differ. */
export function Replay({ policy, isWhole }: { readonly policy: Policy; readonly isWhole: boolean }) {
  const retention = useQuery({
    queryKey: ['guard', 'retention'],
    queryFn: ({ signal }) => guard.readRetention({}, { signal }),
    refetchOnMount: 'always',
    // A replay becomes possible after the first request.
    refetchInterval: ({ state }) => (state.data?.enabled === true && state.data.kept === 0 ? FIRST_MS : false),
  })
  return (
    <Loaded query={retention} doing={messages.replay.loadingStoredRequests}>
      {({ enabled, kept, days, oldest }) =>
        enabled ? (
          <div className="flex flex-col gap-4">
            <p className="text-sm text-muted">
              {messages.replay.storedEncryptedForDays(messages.replay.requests(kept), days)}
              {oldest !== null && <>{phrase(messages.replay.oldestFrom, { time: <Time at={oldest} /> })}</>}.
            </p>
            <Run policy={policy} isWhole={isWhole} kept={kept} />
            <StopKeeping />
          </div>
        ) : (
          <StartKeeping />
        )
      }
    </Loaded>
  )
}

function StartKeeping() {
  const [days, setDays] = useState('7')
  const start = useChange((body: { enabled: boolean; days: number }) => guard.changeRetention({ body }), {
    stale: ['retention'],
    said: () => messages.replay.requestStorageEnabled,
  })
  return (
    <EmptyState
      icon={DatabaseZap}
      title={messages.replay.noStoredRequests}
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={messages.replay.retentionPeriod}
            className="!w-32"
            value={days}
            onPick={setDays}
            options={['1', '7', '30'].map((value) => ({ value, label: messages.replay.days(Number(value)) }))}
          />
          <Button
            look="primary"
            busy={start.isPending}
            onClick={() => start.mutate({ enabled: true, days: Number(days) })}
          >
            {messages.replay.storeRequests}
          </Button>
        </div>
      }
    >
      {messages.replay.aReplayRequiresStoredRequests}
      {start.error !== null && <ErrorState error={start.error} doing={messages.replay.enablingRequestStorage} />}
    </EmptyState>
  )
}

function StopKeeping() {
  const stop = useChange(() => guard.dropRetention(), {
    stale: ['retention'],
    loud: true,
    said: ({ erased }) => messages.replay.requestsDeletedStorageIs(erased),
  })
  return (
    <div>
      <Button look="danger" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
        {messages.replay.disableStorageAndDelete}
      </Button>
    </div>
  )
}

function Run({ policy, isWhole, kept }: { readonly policy: Policy; readonly isWhole: boolean; readonly kept: number }) {
  const [limit, setLimit] = useState('200')
  const [useModel, setUseModel] = useState(false)
  const run = useMutation({ mutationFn: (body: Body) => guard.replayPolicies({ body }, { timeout_ms: 120_000 }) })
  const { mode, input_guardrails, output_guardrails } = policy
  const body = {
    policy: { mode, input_guardrails: input_guardrails ?? {}, output_guardrails: output_guardrails ?? {} },
    limit: Number(limit),
    use_model: useModel,
  } as Body
  return (
    <>
      <div className="flex flex-wrap items-end gap-4">
        <Field label={messages.replay.numberOfRequests}>
          {(field) => (
            <Select
              {...field}
              className="!w-28"
              value={limit}
              onPick={setLimit}
              options={['50', '200', '500', '1000']}
            />
          )}
        </Field>
        <div className="flex h-8 items-center">
          <Checkbox label={messages.replay.includeTheConfiguredModel} checked={useModel} onFlip={setUseModel} />
        </div>
        <Button
          look="primary"
          icon={Rewind}
          busy={run.isPending}
          disabled={!isWhole || kept === 0}
          onClick={() => run.mutate(body)}
        >
          {messages.replay.replayDraft}
        </Button>
        {!isWhole && <span className="text-sm text-warn">{messages.replay.fixTheProblemsInTheDraftFirst}</span>}
        {kept === 0 && <span className="text-sm text-muted">{messages.replay.noRequestsStoredYetNewRequests}</span>}
      </div>
      {run.error !== null && <ErrorState error={run.error} doing={messages.replay.theReplay} />}
      {run.data !== undefined && <Outcome answer={run.data} />}
    </>
  )
}

function Outcome({ answer }: { readonly answer: Answer }) {
  const { counts, replayed, changes, latency_ms } = answer
  return (
    <section aria-label={messages.replay.replayResults} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Stat
          label={messages.replay.replayedRequests}
          value={replayed}
          note={answer.truncated ? messages.replay.timedOutBeforeCompletion : undefined}
        />
        <Stat
          label={messages.replay.newlyBlocked}
          value={counts.newly_refused ?? 0}
          tone={(counts.newly_refused ?? 0) > 0 ? 'bad' : 'plain'}
        />
        <Stat
          label={messages.replay.noLongerBlocked}
          value={counts.no_longer_refused ?? 0}
          tone={(counts.no_longer_refused ?? 0) > 0 ? 'warn' : 'plain'}
        />
        <Stat label={messages.replay.otherChanges} value={(counts.action ?? 0) + (counts.guardrails ?? 0)} />
        <Stat
          label={messages.replay.medianLatency}
          value={`${latency_ms.p50.toFixed(1)} ms`}
          note={messages.replay.p95Ms(latency_ms.p95.toFixed(1))}
        />
      </div>
      {answer.unreadable > 0 && (
        <p className="text-sm text-warn">{messages.replay.storedRequestsCouldNotBe(answer.unreadable)}</p>
      )}
      {changes.length === 0 ? (
        <p className="text-sm">{messages.replay.noChangedVerdicts}</p>
      ) : (
        <div className="overflow-hidden rounded-md border border-line">
          <DataTable
            label={messages.replay.changedVerdicts}
            rows={changes}
            columns={COLUMNS}
            idOf={({ request_id, stage }) => `${request_id} ${stage}`}
          />
        </div>
      )}
    </section>
  )
}
