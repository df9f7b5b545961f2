import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { onSwitch } from '../../../api/switched.ts'
import { explain } from '../../../api/explain.ts'
import { useSession } from '../../../api/session.ts'
import { Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { useRole } from '../parts/use-role.ts'
import { visible, visibleJson } from '../parts/visible.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import type { Approval } from './approvals.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/approvals.ts'
import { phrase } from '../../../ui/phrase.tsx'

/** Details of a pending approval. */
export function ApprovalDrawer({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const item = useQuery({
    queryKey: ['guard', 'approvals', 'one', id],
    queryFn: ({ signal }) => guard.readApproval({ params: { approval_id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={messages.approvalDrawer.approvalRequest}>
      <Loaded query={item} doing={messages.approvalDrawer.loadingTheRequest}>
        {(approval) => (
          <div className="flex flex-col gap-5">
            <About approval={approval} />
            <Arguments approval={approval} />
            <Decisions approval={approval} />
            <Decide key={approval.id} approval={approval} onDone={onClose} />
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

function About({ approval }: { readonly approval: Approval }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Verdict of={approval.status} />
        <span className="font-mono text-sm font-semibold">{visible(approval.tool_name)}</span>
      </div>
      <p className="text-sm">{visible(approval.reason)}</p>
      <KeyValue
        pairs={[
          [common.agent, visible(approval.agent_key ?? '–')],
          [common.role, visible(approval.user_role ?? '–')],
          [messages.approvalDrawer.session, visible(approval.session_id ?? '–')],
          [common.approvals, messages.approvalDrawer.of(approval.approvals, approval.required_approvals)],
          [messages.approvalDrawer.requested, <Time key="asked" at={approval.created_at} />],
          [common.expires, <Time key="expires" at={approval.expires_at} />],
        ]}
      />
    </>
  )
}

function Arguments({ approval }: { readonly approval: Approval }) {
  if (approval.arguments === undefined) {
    return <p className="text-sm text-muted">{messages.approvalDrawer.viewingArgumentsRequiresAKeyOf}</p>
  }
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium">{common.arguments}</h3>
      <CodeBlock label={messages.approvalDrawer.toolCallArguments} text={visibleJson(approval.arguments)} />
      {approval.arguments_truncated === true && (
        <p className="mt-1 text-sm text-warn">{messages.approvalDrawer.theArgumentsAreTruncatedDoNot}</p>
      )}
      <p className="mt-1 text-xs text-muted">
        {phrase(messages.approvalDrawer.secretsAreMaskedInvisible, {
          code: <code className="font-mono">{String.raw`\u{…}`}</code>,
        })}
      </p>
    </div>
  )
}

function Decisions({ approval: { decisions } }: { readonly approval: Approval }) {
  if (decisions.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium">{messages.approvalDrawer.decisions}</h3>
      <ul className="flex flex-col gap-2 text-sm">
        {decisions.map(({ approver, decision, comment, decided_at }) => (
          <li key={`${approver} ${decided_at}`} className="flex flex-wrap items-center gap-2">
            <Verdict of={decision === 'approve' ? 'approved' : 'denied'} />
            <span className="font-medium">{visible(approver)}</span>
            <Time at={decided_at} />
            {comment !== '' && <span className="w-full text-muted">{visible(comment)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The approver's name is requested once per visit. */
let rememberedName = ''
for (const area of ['guard', 'appsec'] as const) onSwitch(area, () => (rememberedName = ''))

function Decide({ approval, onDone }: { readonly approval: Approval; readonly onDone: () => void }) {
  const { mayChange } = useRole()
  const account = useSession().data?.appsec.account?.user.email
  const [approver, setApprover] = useState(rememberedName === '' ? (account ?? '') : rememberedName)
  const [comment, setComment] = useState('')
  const decide = useChange(
    (word: 'approve' | 'deny') => {
      const request = { params: { approval_id: approval.id }, body: { approver, comment } }
      return word === 'approve' ? guard.approveCall(request) : guard.denyCall(request)
    },
    {
      stale: ['approvals'],
      said: ({ status }) =>
        status === 'pending'
          ? messages.approvalDrawer.decisionRecordedMoreApprovals
          : messages.approvalDrawer.request(status),
      onDone: () => {
        rememberedName = approver
        onDone()
      },
    },
  )
  const { mutate, isPending } = decide
  const canDecide = approval.status === 'pending' && mayChange
  const isNamed = approver.trim() !== ''
  useEffect(() => {
    if (!canDecide || !isNamed) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input,textarea,select') !== null
      const word = { a: 'approve', d: 'deny' }[event.key] as 'approve' | 'deny' | undefined
      if (
        word !== undefined &&
        !isTyping &&
        !isPending &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !event.repeat
      )
        mutate(word)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [canDecide, isNamed, isPending, mutate])
  const form = useRef<HTMLFormElement>(null)
  // With a known name, a decision needs one key press. The focus therefore starts on the dialog and not in a field.
  useEffect(() => {
    if (rememberedName === '' && account === undefined) return undefined
    const frame = requestAnimationFrame(() => form.current?.closest('dialog')?.querySelector('pre')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [account])
  if (!canDecide) return null
  return (
    <form
      ref={form}
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label={messages.approvalDrawer.yourName} help={messages.approvalDrawer.aKeyIdentifiesATeamNotAPerson}>
        {(field) => (
          <Input {...field} value={approver} maxLength={200} onChange={({ target }) => setApprover(target.value)} />
        )}
      </Field>
      <Field label={messages.approvalDrawer.comment}>
        {(field) => (
          <Textarea
            {...field}
            rows={2}
            maxLength={2000}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Field>
      <WrongLine text={decide.error === null ? undefined : explain(decide.error).sentence} />
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" icon={Check} disabled={!isNamed} busy={isPending} onClick={() => mutate('approve')}>
          {messages.approvalDrawer.approve}
        </Button>
        <Button look="danger" icon={X} disabled={!isNamed} busy={isPending} onClick={() => mutate('deny')}>
          {messages.approvalDrawer.deny}
        </Button>
        <span className="text-xs text-muted">
          {isNamed ? messages.approvalDrawer.pressAOrDOutsideTheFields : messages.approvalDrawer.enterYourNameFirst}
        </span>
      </div>
    </form>
  )
}
