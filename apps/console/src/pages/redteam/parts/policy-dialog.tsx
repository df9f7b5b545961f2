import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { useSession } from '../../../api/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { type Draft, type GuardChange, type Policies, withSuggestion } from './guard-policy.ts'
import type { Finding } from './types.ts'
import { titleOf } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'
import { phrase } from '../../../ui/phrase.tsx'

interface Props {
  readonly finding: Finding | undefined
  readonly onClose: () => void
}

const KEY = ['guard', 'policies']

/** Merges a finding's suggestion into the guard's policies, after a preview of the changes. */
export function PolicyDialog({ finding, onClose }: Props) {
  const session = useSession().data
  const isIn = session?.guard.signedIn === true
  const suggested = finding?.guardPolicy ?? undefined
  const now = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => guard.readPolicies({}, { signal }),
    enabled: isIn && suggested !== undefined,
  })
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (draft: Draft) => guard.replacePolicies({ body: draft }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['guard'] }),
  })
  const merged = now.data === undefined || suggested === undefined ? undefined : withSuggestion(now.data, suggested)
  const isNothing = merged?.changes.every(({ change }) => change === 'same') === true
  const close = (): void => {
    save.reset()
    onClose()
  }
  return (
    <Dialog
      open={finding !== undefined}
      onClose={close}
      title={messages.policyDialog.guardPolicyForThisFinding}
      footer={
        <>
          <Button onClick={close}>{save.isSuccess ? common.done : common.cancel}</Button>
          {merged !== undefined && !save.isSuccess && (
            <Button look="primary" busy={save.isPending} disabled={isNothing} onClick={() => save.mutate(merged.draft)}>
              {messages.policyDialog.publishPolicy}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {!isIn && suggested !== undefined && <SignedOut suggested={suggested} />}
        {isIn && now.error !== null && (
          <ErrorState
            error={now.error}
            onRetry={() => void now.refetch()}
            doing={messages.policyDialog.loadingPolicies}
          />
        )}
        {isIn && now.data === undefined && now.error === null && <Skeleton />}
        {save.isSuccess ? (
          <Saved version={save.data.version} />
        ) : (
          now.data !== undefined &&
          merged !== undefined && <Preview now={now.data} merged={merged} isNothing={isNothing} />
        )}
        {save.error !== null && <ErrorState error={save.error} doing={messages.policyDialog.publishingThePolicy} />}
      </div>
    </Dialog>
  )
}

function Saved({ version }: { readonly version: number }) {
  return (
    <div role="status" className="flex items-start gap-2">
      <ShieldCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-ok" />
      <p>
        {phrase(messages.policyDialog.versionOfThePolicyIsPublished, {
          version,
          link: <TextLink to="/guard/policies">{messages.policyDialog.viewPolicies}</TextLink>,
        })}
      </p>
    </div>
  )
}

function SignedOut({ suggested }: { readonly suggested: NonNullable<Finding['guardPolicy']> }) {
  return (
    <>
      <p>
        {phrase(messages.policyDialog.signInToTheGuardIsRequiredWith, {
          link: <TextLink to="/sign-in">{common.signIn}</TextLink>,
        })}
      </p>
      <JsonView label={messages.policyDialog.suggestedPolicy} value={suggested} />
    </>
  )
}

interface PreviewProps {
  readonly now: Policies
  readonly merged: { readonly draft: Draft; readonly changes: readonly GuardChange[] }
  readonly isNothing: boolean
}

const CHANGES = {
  on: ['accent', messages.policyDialog.enableAndBlock],
  stricter: ['warn', messages.policyDialog.changeToBlock],
  same: ['plain', messages.policyDialog.blocksAlready],
} as const
const STAGES = {
  input_guardrails: messages.policyDialog.prompts,
  output_guardrails: messages.policyDialog.answers,
  agentic_guardrails: messages.policyDialog.toolCalls,
} as const

function Preview({ now, merged: { draft, changes }, isNothing }: PreviewProps) {
  const before = {
    input_guardrails: now.input_guardrails,
    output_guardrails: now.output_guardrails,
    agentic_guardrails: now.agentic_guardrails,
    mode: now.mode,
  }
  return (
    <>
      <p>
        {isNothing
          ? messages.policyDialog.thePolicyOfTenantAlready(now.tenant_id)
          : messages.policyDialog.changesForTenantOtherSettings(now.tenant_id)}
        {now.mode !== 'enforce' && messages.policyDialog.theTenantIsInMonitorModeGuards}
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {changes.map(({ block, guard: name, change }) => (
          <li key={`${block}${name}`} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
            <span>
              <span className="font-medium">{titleOf(name)}</span>{' '}
              <span className="text-muted">{messages.policyDialog.on(STAGES[block])}</span>
            </span>
            <Badge tone={CHANGES[change][0]}>{CHANGES[change][1]}</Badge>
          </li>
        ))}
      </ul>
      <Replayed draft={draft} />
      {!isNothing && (
        <DiffView
          label={messages.policyDialog.policyChanges}
          before={JSON.stringify(before, null, 2)}
          after={JSON.stringify({ ...draft }, null, 2)}
        />
      )}
    </>
  )
}

/** Effect of the draft on the tenant's stored requests. */
function Replayed({ draft }: { readonly draft: Draft }) {
  const { input_guardrails, output_guardrails, mode } = draft
  const { data, error } = useQuery({
    queryKey: ['guard', 'replay', JSON.stringify(draft)],
    queryFn: ({ signal }) =>
      guard.replayPolicies({ body: { policy: { input_guardrails, output_guardrails, mode } } }, { signal }),
    retry: false,
  })
  if (error !== null) return <p className="text-muted">{messages.policyDialog.aReplayOnRecentRequests}</p>
  if (data === undefined) return <p className="text-muted">{messages.policyDialog.replayingRecentRequests}</p>
  if (!data.retention_enabled || data.replayed === 0) {
    return <p className="text-muted">{messages.policyDialog.theTenantStoresNoRequestsSoA}</p>
  }
  return (
    <p>
      {phrase(messages.policyDialog.replayedNewlyBlockedChanged, {
        replayed: messages.policyDialog.recentRequests(data.replayed),
        blocked: <span className="font-medium tabular-nums">{data.counts.newly_refused ?? 0}</span>,
        changed: <span className="font-medium tabular-nums">{data.changed}</span>,
      })}
    </p>
  )
}
