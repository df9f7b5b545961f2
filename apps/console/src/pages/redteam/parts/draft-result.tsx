import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { phrase } from '../../../ui/phrase.tsx'
import { visibleJson } from '../../guard/parts/visible.ts'
import {
  BLOCKS,
  changedParts,
  type Draft,
  type PoliciesInForce,
  type ProofStatus,
  replacedSettings,
} from './guard-draft.ts'
import { useTitles } from './lists.ts'
import type { AttackRecord } from './types.ts'
import { titleOf } from './words.ts'
import { messages } from '../../../messages/redteam/reports.ts'

interface Props {
  readonly draft: Draft
  /** Undefined: the guard's policies are not accessible. */
  readonly now: PoliciesInForce | undefined
  readonly records: ReadonlyMap<string, AttackRecord>
}

const STATUSES = {
  blocked: ['ok', CircleCheck, messages.policyDialog.blocked],
  open: ['bad', Ban, messages.policyDialog.open],
  not_reproduced: ['plain', CircleDashed, messages.policyDialog.notReproduced],
  not_replayed: ['warn', TriangleAlert, messages.policyDialog.notChecked],
  inconclusive: ['warn', CircleDashed, messages.policyDialog.inconclusive],
} as const satisfies Readonly<Record<ProofStatus, readonly unknown[]>>

const PLACES = {
  input_guardrails: messages.policyDialog.onPrompts,
  output_guardrails: messages.policyDialog.onAnswers,
  agentic_guardrails: messages.policyDialog.onToolCalls,
  tool_policies: messages.policyDialog.onToolCalls,
} as const
const LISTED_MAX = 10

/** Replay of the proofs behind a draft: status of each proof, rules, false positives and changes. */
export function DraftResult({ draft, now, records }: Props) {
  return (
    <>
      {draft.notChecked !== null && (
        <Warning>{messages.policyDialog.theProofsWereNotChecked(draft.notChecked)}</Warning>
      )}
      {now !== undefined && now.policies.mode !== 'enforce' && (
        <Warning>{messages.policyDialog.theTenantIsInMonitorModeGuards}</Warning>
      )}
      <Proofs draft={draft} records={records} />
      {draft.rules.length === 0 ? <NoRules draft={draft} now={now} /> : <Rules draft={draft} now={now} />}
      <FalsePositives draft={draft} now={now} />
      {draft.rules.length > 0 && <Changes draft={draft} now={now} />}
    </>
  )
}

function Warning({ children }: { readonly children: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  )
}

function Proofs({ draft: { findings }, records }: Pick<Props, 'draft' | 'records'>) {
  const name = useTitles()
  const proofs = findings.flatMap((finding) => finding.proofs)
  const blocked = proofs.filter(({ status }) => status === 'blocked').length
  const proofTitle = (id: string): string => {
    const attack = records.get(id)?.attack
    return attack === undefined ? id : messages.findingDrawer.proof(name(attack.category), name(attack.strategy))
  }
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.policyDialog.proofsBlocked(blocked, proofs.length)}</h3>
      <ul aria-label={messages.policyDialog.proofs} className="divide-y divide-line rounded-md border border-line">
        {proofs.map(({ attackId, status, guards }) => {
          const [tone, icon, word] = STATUSES[status]
          return (
            <li key={attackId} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
              <span className="min-w-0">
                {proofTitle(attackId)}
                {status === 'blocked' && (
                  <span className="block text-xs text-muted">
                    {messages.policyDialog.by(guards.map(titleOf).join(', '))}
                  </span>
                )}
              </span>
              <Badge tone={tone} icon={icon}>
                {word}
              </Badge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Without a rule, the policy in force blocks the proofs, or no guard does. */
function NoRules({ draft: { findings, notChecked, undeclared }, now }: Pick<Props, 'draft' | 'now'>) {
  if (notChecked !== null) return null
  const statuses = findings.map(({ status }) => status)
  if (now !== undefined && statuses.every((status) => status === 'blocked')) {
    return <p>{messages.policyDialog.thePolicyOfTenantAlready(now.policies.tenant_id)}</p>
  }
  return (
    <p>
      {statuses.includes('open')
        ? undeclared.length > 0
          ? messages.policyDialog.enterTheCanaryToBlock
          : messages.policyDialog.noGuardBlocksTheOpenProofs
        : messages.policyDialog.noProofSucceedsAnyMore}
    </p>
  )
}

function Rules({ draft: { rules }, now }: Pick<Props, 'draft' | 'now'>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        {now === undefined ? messages.policyDialog.draft : messages.policyDialog.draftForTenant(now.policies.tenant_id)}
      </h3>
      <ul aria-label={messages.policyDialog.draft} className="divide-y divide-line rounded-md border border-line">
        {rules.map(({ id, section, name, proofsBlocked, falsePositives, isHarmful }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
            <span>
              <span className="font-medium">{section === 'tool_policies' ? name : titleOf(name)}</span>{' '}
              <span className="text-muted">{PLACES[section]}</span>
            </span>
            <span className="flex flex-wrap gap-1">
              {falsePositives > 0 && (
                <Badge tone={isHarmful ? 'bad' : 'warn'}>{messages.policyDialog.falsePositives(falsePositives)}</Badge>
              )}
              <Badge tone="accent">{messages.policyDialog.blocksProofs(proofsBlocked)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FalsePositives({ draft, now }: Pick<Props, 'draft' | 'now'>) {
  const { benign, rules } = draft
  if (benign.sent === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        {messages.policyDialog.benignRequestsBlocked(benign.blocked.length, benign.sent)}
      </h3>
      {benign.disclosing > 0 && <p>{messages.policyDialog.benignRepliesDisclose(benign.disclosing)}</p>}
      {benign.blocked.length > 0 && (
        <ul className="list-disc pl-5">
          {benign.blocked.slice(0, LISTED_MAX).map(({ text, guards }) => (
            <li key={text}>
              {text} <span className="text-muted">{messages.policyDialog.by(guards.map(titleOf).join(', '))}</span>
            </li>
          ))}
        </ul>
      )}
      {now !== undefined && rules.length > 0 && <Replayed draft={draft} now={now} />}
    </section>
  )
}

function Changes({ draft, now }: Pick<Props, 'draft' | 'now'>) {
  if (now === undefined) return <JsonView label={messages.policyDialog.draft} value={draft.policy} />
  const { before, after } = changedParts(now, draft)
  const replaced = replacedSettings(now, draft)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.policyDialog.policyChanges}</h3>
      {replaced.length > 0 && <Warning>{messages.policyDialog.replacesStoredValues(replaced.join(', '))}</Warning>}
      <p className="text-muted">{messages.policyDialog.theDraftMayContainDisclosedSecrets}</p>
      <DiffView label={messages.policyDialog.policyChanges} before={visibleJson(before)} after={visibleJson(after)} />
    </section>
  )
}

/** Effect of the draft on the tenant's stored requests. */
function Replayed({ draft, now }: { readonly draft: Draft; readonly now: PoliciesInForce }) {
  const blocks = draft.policy as Pick<PoliciesInForce['policies'], (typeof BLOCKS)[number]>
  const { input_guardrails, output_guardrails } = blocks
  const { mode } = now.policies
  const { data, error } = useQuery({
    queryKey: ['guard', 'replay', JSON.stringify(blocks)],
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
