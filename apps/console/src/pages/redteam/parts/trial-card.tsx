import { CircleCheck, PlugZap, TriangleAlert } from 'lucide-react'
import { Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { type Draft, hasTemplate, targetOf } from './draft.ts'
import { HostileText } from './hostile-text.tsx'
import type { Trial } from './try-target.ts'

interface Props {
  readonly draft: Draft
  readonly trial: Trial | undefined
  readonly error: unknown
  readonly busy: boolean
  /** The target was changed since it was tested. */
  readonly stale: boolean
  readonly onTry: () => void
  readonly onPath: (path: string) => void
}

/** One harmless message to the target, as a run would send it, and what was read of its answer. */
export function TrialCard({ draft, trial, error, busy, stale, onTry, onPath }: Props) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-raised p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          <span className="font-medium">Test it first.</span>{' '}
          <span className="text-muted">One harmless message goes to the target; nothing of it is kept.</span>
        </p>
        <Button icon={PlugZap} busy={busy} onClick={onTry}>
          {trial === undefined ? 'Send a test message' : 'Send it again'}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} doing="Testing the target" />}
      {trial !== undefined && (
        <div aria-live="polite" className="flex flex-col gap-3">
          <Outcome trial={trial} stale={stale} onPath={onPath} />
          <div className="grid gap-3 md:grid-cols-2">
            <div className="min-w-0">
              <p className="mb-1 text-xs font-medium text-muted">Sent</p>
              <div className="rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5">
                <HostileText text={requestText(draft, trial.sent)} />
              </div>
            </div>
            <div className="min-w-0">
              <p className="mb-1 text-xs font-medium text-muted">Read as the reply</p>
              <Reply trial={trial} />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

function Outcome({
  trial: { record, problem, elsewhere },
  stale,
  onPath,
}: {
  readonly trial: Trial
  readonly stale: boolean
  readonly onPath: Props['onPath']
}) {
  if (stale) return <p className="text-sm text-warn">The target was changed since: test it again.</p>
  if (problem !== undefined) {
    return (
      <div className="flex items-start gap-2 text-sm text-bad">
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        <div>
          <p className="font-medium">{problem}</p>
          {elsewhere !== undefined && (
            <p className="mt-1 text-ink">
              Without a path the usual places hold: “{elsewhere.slice(0, 200)}”.{' '}
              <button
                type="button"
                className="min-h-6 text-accent-ink underline underline-offset-2"
                onClick={() => onPath('')}
              >
                Search the usual places
              </button>
            </p>
          )}
        </div>
      </div>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium text-ok">
      <CircleCheck size={16} aria-hidden />
      The target answers in words that can be judged.
      <span className="font-normal text-muted tabular-nums">
        {record?.statusCode ?? '–'} · {record?.responseTimeMs ?? 0} ms
      </span>
    </p>
  )
}

function Reply({ trial: { record } }: { readonly trial: Trial }) {
  if (record === null) return <p className="rounded-md border border-line bg-sunken p-3 text-sm text-muted">Nothing.</p>
  return (
    <div className="rounded-md border border-line bg-sunken p-3 text-sm">
      <HostileText text={record.response ?? ''} />
      {record.toolCalls.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-1 text-xs text-muted">
          Tool calls:{' '}
          {record.toolCalls.map(({ name }, at) => (
            <Verdict key={`${at}${name}`} of={name} />
          ))}
        </p>
      )}
    </div>
  )
}

/** What goes over the wire, without what is secret. */
function requestText(draft: Draft, message: string): string {
  const { type, baseUrl, agentEndpoint, method, bodyTemplate, model, auth } = draft
  const names = Object.keys(targetOf(draft).headers ?? {})
  const filled = (text: string, isJson: boolean): string =>
    text
      .replaceAll('"{{message}}"', JSON.stringify(message))
      .replaceAll('{{message}}', isJson ? JSON.stringify(message) : encodeURIComponent(message))
      .replaceAll('{{history}}', '[]')
      .replaceAll(/\{\{(?:session_id|uuid)\}\}/g, '…')
  const body = hasTemplate(draft)
    ? filled(bodyTemplate, true)
    : type === 'openai'
      ? JSON.stringify({ model, messages: [{ role: 'user', content: message }] }, null, 2)
      : `tools/list, then the message to its tools`
  const address = `${baseUrl.trim().replace(/\/$/, '')}${agentEndpoint === '' ? '' : `/${filled(agentEndpoint, false).replace(/^\/+/, '')}`}`
  return [
    `${type === 'websocket_agent' ? 'CONNECT' : type === 'http_agent' ? method : 'POST'} ${address}`,
    ...(auth === 'none' ? [] : ['sign-in: ***']),
    ...names.map((name) => `${name}: ***`),
    '',
    body,
  ].join('\n')
}
