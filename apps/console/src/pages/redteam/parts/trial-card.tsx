import { CircleCheck, CornerDownRight, PlugZap, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { HostileText } from './hostile-text.tsx'
import type { Trial } from './try-target.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

interface Props {
  readonly trial: Trial | undefined
  readonly error: unknown
  readonly busy: boolean
  /** Whether the target was changed after the test. */
  readonly stale: boolean
  /** Whether a response path is configurable: MCP servers have none. */
  readonly takesPath: boolean
  readonly onTry: () => void
  readonly onPath: (path: string) => void
}

/** Result of a target test with one harmless message: sent request, response, and extracted reply. */
export function TrialCard({ trial, error, busy, stale, takesPath, onTry, onPath }: Props) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-raised p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          <span className="font-medium">{messages.trialCard.testTheTarget}</span>{' '}
          <span className="text-muted">{messages.trialCard.sendsOneBenignMessageToThe}</span>
        </p>
        <Button icon={PlugZap} busy={busy} onClick={onTry}>
          {trial === undefined ? messages.trialCard.sendTestMessage : common.sendAgain}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} doing={messages.trialCard.testingTheTarget} />}
      {trial !== undefined && (
        <div aria-live="polite" className="flex flex-col gap-3">
          <Outcome trial={trial} stale={stale} />
          {takesPath && trial.reply === null && trial.places.length > 0 && <ReplyPaths trial={trial} onPath={onPath} />}
          <div className="grid gap-3 md:grid-cols-2">
            <Sent requests={trial.requests} />
            <TrialAnswer trial={trial} />
          </div>
        </div>
      )}
    </div>
  )
}

function Outcome({
  trial: { problem, statusCode, responseTimeMs },
  stale,
}: Pick<Props, 'stale'> & { readonly trial: Trial }) {
  const numbers = [
    ...(statusCode === null ? [] : [messages.trialCard.status(statusCode)]),
    ...(responseTimeMs === null ? [] : [messages.trialCard.ms(responseTimeMs)]),
  ]
  const Icon = problem === null ? CircleCheck : TriangleAlert
  return (
    <div>
      <p className={`flex items-start gap-2 text-sm font-medium ${problem === null ? 'text-ok' : 'text-bad'}`}>
        <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {problem ?? messages.trialCard.theTargetReturnedAReplyThatCan}{' '}
          <span className="font-normal whitespace-nowrap text-muted tabular-nums">{numbers.join(' · ')}</span>
        </span>
      </p>
      {stale && <p className="mt-1 ml-6 text-sm text-warn">{messages.trialCard.theTargetSettingsChangedTest}</p>}
    </div>
  )
}

/** Paths of texts in the response. A click selects the reply. */
function ReplyPaths({ trial: { places }, onPath }: { readonly trial: Trial; readonly onPath: Props['onPath'] }) {
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-muted">{messages.trialCard.selectTheReply}</p>
      <ul
        aria-label={messages.trialCard.responseTexts}
        className="divide-y divide-line rounded-md border border-line bg-surface"
      >
        {places.map(({ path, sample }) => (
          <li key={path} className="flex items-center gap-3 px-3 py-1.5">
            <code className="shrink-0 font-mono text-xs [overflow-wrap:anywhere] max-sm:shrink">{path}</code>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">
              <HostileText text={sample} isLine />
            </span>
            <Button className="!h-7 shrink-0 !px-2 !text-xs" icon={CornerDownRight} onClick={() => onPath(path)}>
              {messages.trialCard.useAsReply}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sent({ requests }: Pick<Trial, 'requests'>) {
  return (
    <Half
      title={requests.length > 1 ? messages.trialCard.requestRequests(requests.length) : messages.trialCard.request}
    >
      <ol
        aria-label={messages.trialCard.request}
        className="flex max-h-80 flex-col gap-3 overflow-y-auto font-mono text-xs leading-5"
        tabIndex={0}
      >
        {requests.map(({ method, url, headers, body, statusCode }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- requests are told by their place
          <li key={at}>
            <p className="flex items-start gap-2">
              <span className="min-w-0 flex-1 font-medium">
                <HostileText text={`${method} ${url}`} />
              </span>
              {statusCode !== null && <Badge tone={statusCode < 400 ? 'plain' : 'bad'}>{statusCode}</Badge>}
            </p>
            <HostileText text={textOf(headers, body)} />
          </li>
        ))}
        {requests.length === 0 && <li className="text-muted">{messages.trialCard.noRequestSent}</li>}
      </ol>
    </Half>
  )
}

function textOf(headers: Readonly<Record<string, string>>, body: string | null): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [...lines, ...(body === null ? [] : ['', body])].join('\n')
}

function TrialAnswer({ trial: { reply, toolCalls, answer } }: { readonly trial: Trial }) {
  return (
    <Half title={reply === null ? messages.trialCard.responseWithoutARecognized : messages.trialCard.reply}>
      {reply !== null && <HostileText text={reply} />}
      {reply === null && answer === '' && <p className="text-muted">{messages.trialCard.emptyResponse}</p>}
      {reply === null && answer !== '' && (
        <div
          className="max-h-80 overflow-y-auto font-mono text-xs leading-5"
          tabIndex={0}
          role="region"
          aria-label={messages.trialCard.response}
        >
          <HostileText text={answer} />
        </div>
      )}
      {toolCalls.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-1 text-xs text-muted">
          {messages.trialCard.toolCalls}
          {toolCalls.map((name, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- one may be called twice
            <Badge key={at}>
              <HostileText text={name} isLine />
            </Badge>
          ))}
        </p>
      )}
    </Half>
  )
}

function Half({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs font-medium text-muted">{title}</p>
      <div className="rounded-md border border-line bg-sunken p-3 text-sm">{children}</div>
    </div>
  )
}
