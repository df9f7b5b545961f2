import { Bot, User } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { HostileText } from './hostile-text.tsx'
import type { AttackRecord, Span } from './types.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/attacks.ts'

type Message = AttackRecord['conversation'][number]
interface Props {
  readonly messages: readonly Message[]
  /** Highlighted ranges, by message index. */
  readonly marks?: ReadonlyMap<number, readonly Span[]>
}

/** Conversation with highlighted evidence. */
export function Transcript({ messages: turns, marks }: Props) {
  return (
    <ol aria-label={messages.transcript.conversation} className="flex flex-col gap-2">
      {turns.map(({ role, content }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- turns are identified by their position
        <TranscriptMessage key={at} role={role} content={content} spans={marks?.get(at) ?? []} />
      ))}
    </ol>
  )
}

function TranscriptMessage({ role, content, spans }: Message & { readonly spans: readonly Span[] }) {
  const isTarget = role === 'assistant'
  const Icon = isTarget ? Bot : User
  return (
    <li className={`rounded-md border border-line p-3 text-sm ${isTarget ? 'bg-surface' : 'bg-raised'}`}>
      <p className="mb-1 flex items-center gap-1.5 text-xs font-medium text-muted">
        <Icon size={13} aria-hidden />
        {isTarget ? common.target : role === 'user' ? messages.transcript.attack : role}
        {spans.length > 0 && <Badge tone="bad">{messages.transcript.evidence}</Badge>}
      </p>
      {content === '' ? (
        <span className="text-muted">{messages.transcript.noMessages}</span>
      ) : (
        <HostileText text={content} marks={spans} />
      )}
    </li>
  )
}

/** Tool calls of the target. */
export function ToolCalls({ calls }: { readonly calls: AttackRecord['toolCalls'] }) {
  return (
    <ul aria-label={common.toolCalls} className="flex flex-col gap-2">
      {calls.map(({ name, arguments: args, executed }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- calls are told by their place
        <li key={at}>
          <p className="mb-1 flex items-center gap-2 text-sm">
            <code className="font-mono text-xs font-medium">{name}</code>
            {executed !== null && (
              <Badge tone={executed ? 'bad' : 'plain'}>
                {executed ? messages.transcript.executed : messages.transcript.notExecuted}
              </Badge>
            )}
          </p>
          <CodeBlock label={messages.transcript.argumentsOf(name)} text={JSON.stringify(args, null, 2) ?? ''} />
        </li>
      ))}
    </ul>
  )
}
