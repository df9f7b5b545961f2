import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { DraftResult } from './draft-result.tsx'
import {
  type Draft,
  type DraftProgress,
  draftPolicy,
  hiddenValues,
  type HiddenValue,
  type HardenStep,
  publishDraft,
  readPoliciesInForce,
} from './guard-draft.ts'
import type { AttackRecord, Finding, Report } from './types.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'
import { phrase } from '../../../ui/phrase.tsx'

interface Props {
  readonly finding: Finding
  readonly report: Report
  readonly records: ReadonlyMap<string, AttackRecord>
  readonly filename: string
  readonly onClose: () => void
}

/** Drafts a guard policy for a finding, shows the replay of its proofs behind the draft, and publishes the draft. */
export function PolicyDialog({ finding, report, records, filename, onClose }: Props) {
  const session = useSession().data
  const isIn = session?.guard.signedIn === true
  const now = useQuery({
    queryKey: ['guard', 'policies', 'tools'],
    queryFn: ({ signal }) => readPoliciesInForce({ signal }),
    enabled: isIn,
  })
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const [progress, setProgress] = useState<DraftProgress>()
  const stop = useRef<AbortController>(undefined)
  // Closing the dialog ends the replay.
  useEffect(() => () => stop.current?.abort(), [])
  const queries = useQueryClient()
  // Each draft starts from the policy in force, and publishing compares with that policy.
  const drafting = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController()
      setProgress(undefined)
      publish.reset()
      const base = isIn ? (await now.refetch({ throwOnError: true })).data : undefined
      const of = { filename, finding: finding.id, now: base, secrets }
      return { base, draft: await draftPolicy(of, setProgress, stop.current.signal) }
    },
  })
  const draft = { ...drafting, data: drafting.data?.draft }
  const base = drafting.data?.base
  const publish = useMutation({
    mutationFn: (drafted: Draft) => publishDraft(base!, drafted),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['guard'] }),
  })
  const hidden = hiddenValues(report)
  const isComplete = hidden.every(({ path, isRequired }) => !isRequired || (secrets[path] ?? '') !== '')
  const isReady = !isIn || now.data !== undefined
  const publishable = base !== undefined && !publish.isSuccess && draft.data?.rules.length ? draft.data : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={messages.policyDialog.guardPolicyForThisFinding}
      footer={
        <>
          <Button onClick={onClose}>{publish.isSuccess ? common.done : common.cancel}</Button>
          {!publish.isSuccess && (
            <Button
              look={draft.data === undefined ? 'primary' : 'plain'}
              busy={draft.isPending}
              disabled={!isComplete || !isReady}
              onClick={() => draft.mutate()}
            >
              {draft.data === undefined ? messages.policyDialog.draftPolicy : messages.policyDialog.draftAgain}
            </Button>
          )}
          {publishable !== undefined && (
            <Button
              look="primary"
              busy={publish.isPending}
              disabled={draft.isPending}
              onClick={() => publish.mutate(publishable)}
            >
              {messages.policyDialog.publishPolicy}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {!isIn && session !== undefined && <SignedOut />}
        {isIn && now.error !== null && (
          <ErrorState
            error={now.error}
            onRetry={() => void now.refetch()}
            doing={messages.policyDialog.loadingPolicies}
          />
        )}
        {isIn && now.data === undefined && now.error === null && <Skeleton />}
        {publish.isSuccess && draft.data !== undefined && <Published version={publish.data} draft={draft.data} />}
        {draft.data === undefined && <p>{messages.policyDialog.theProofsAreSentTwice(report.targetUrl)}</p>}
        {!publish.isSuccess && (
          <Secrets
            hidden={isLacking(draft.data) ? hidden : []}
            values={secrets}
            onValue={(path, value) => setSecrets((before) => ({ ...before, [path]: value }))}
          />
        )}
        {draft.isPending && <Progress progress={progress} />}
        {draft.error !== null && !draft.isPending && (
          <ErrorState error={draft.error} doing={messages.policyDialog.draftingThePolicy} />
        )}
        {publish.error !== null && (
          <ErrorState error={publish.error} doing={messages.policyDialog.publishingThePolicy} />
        )}
        {draft.data !== undefined && !draft.isPending && (
          <DraftResult draft={draft.data} now={base} records={records} />
        )}
      </div>
    </Dialog>
  )
}

/** Whether secrets of the target are missing for a result. */
function isLacking(draft: Draft | undefined): boolean {
  return draft === undefined || draft.notChecked !== null || draft.undeclared.length > 0
}

interface SecretsProps {
  readonly hidden: readonly HiddenValue[]
  readonly values: Readonly<Record<string, string>>
  readonly onValue: (path: string, value: string) => void
}

function Secrets({ hidden, values, onValue }: SecretsProps) {
  if (hidden.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{messages.policyDialog.reportsContainNoSecrets}</p>
      {hidden.map(({ path, label, isRequired }) => (
        <TextField
          key={path}
          label={label}
          type="password"
          autoComplete="off"
          required={isRequired}
          {...(isRequired ? {} : { help: messages.policyDialog.withoutThisCanary })}
          value={values[path] ?? ''}
          onText={(value) => onValue(path, value)}
        />
      ))}
    </div>
  )
}

const STEPS: Readonly<Record<HardenStep, (sent: number) => string>> = {
  without_guard: messages.policyDialog.replayingWithoutTheGuard,
  behind_guard: messages.policyDialog.replayingBehindTheDraft,
}

function Progress({ progress }: { readonly progress: DraftProgress | undefined }) {
  return (
    <p role="status" className="text-muted tabular-nums">
      {progress === undefined ? messages.policyDialog.startingTheReplay : STEPS[progress.step](progress.sent)}
    </p>
  )
}

/** Only a finding whose proofs were all blocked is shown as protected. */
function Published({ version, draft }: { readonly version: number | undefined; readonly draft: Draft }) {
  const isBlocked = draft.notChecked === null && draft.findings.every(({ status }) => status === 'blocked')
  const Icon = isBlocked ? ShieldCheck : TriangleAlert
  const link = <TextLink to="/guard/policies">{messages.policyDialog.viewPolicies}</TextLink>
  return (
    <div role="status" className="flex items-start gap-2">
      <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${isBlocked ? 'text-ok' : 'text-warn'}`} />
      <p>
        {version === undefined
          ? phrase(messages.policyDialog.theToolPoliciesArePublished, { link })
          : phrase(messages.policyDialog.versionOfThePolicyIsPublished, { version, link })}
        {!isBlocked && messages.policyDialog.someProofsAreNotBlocked}
      </p>
    </div>
  )
}

function SignedOut() {
  return (
    <p>
      {phrase(messages.policyDialog.signInToTheGuardToPublish, {
        link: <TextLink to="/sign-in">{common.signIn}</TextLink>,
      })}
    </p>
  )
}
