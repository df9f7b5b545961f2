import { Bot, User } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { HostileText } from './hostile-text.tsx'
import type { AttackRecord, Span } from './types.ts'

type Message = AttackRecord['conversation'][number]
interface Props {
  readonly messages: readonly Message[]
  /** What to point out, by the place of the message. */
  readonly marks?: ReadonlyMap<number, readonly Span[]>
}

/** Who said what, with what shows that the target has given in pointed out where it was said. */
export function Transcript({ messages, marks }: Props) {
  return (
    <ol aria-label="Conversation" className="flex flex-col gap-2">
      {messages.map(({ role, content }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages are told by their place
        <Said key={at} role={role} content={content} spans={marks?.get(at) ?? []} />
      ))}
    </ol>
  )
}

function Said({ role, content, spans }: Message & { readonly spans: readonly Span[] }) {
  const isTarget = role === 'assistant'
  const Icon = isTarget ? Bot : User
  return (
    <li className={`rounded-md border border-line p-3 text-sm ${isTarget ? 'bg-surface' : 'bg-raised'}`}>
      <p className="mb-1 flex items-center gap-1.5 text-xs font-medium text-muted">
        <Icon size={13} aria-hidden />
        {isTarget ? 'Target' : role === 'user' ? 'Attack' : role}
        {spans.length > 0 && <Badge tone="bad">evidence</Badge>}
      </p>
      {content === '' ? (
        <span className="text-muted">Nothing was said.</span>
      ) : (
        <HostileText text={content} marks={spans} />
      )}
    </li>
  )
}

/** Calls of tools that the target made. */
export function ToolCalls({ calls }: { readonly calls: AttackRecord['toolCalls'] }) {
  return (
    <ul aria-label="Tool calls" className="flex flex-col gap-2">
      {calls.map(({ name, arguments: args, executed }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- calls are told by their place
        <li key={at}>
          <p className="mb-1 flex items-center gap-2 text-sm">
            <code className="font-mono text-xs font-medium">{name}</code>
            {executed !== null && (
              <Badge tone={executed ? 'bad' : 'plain'}>{executed ? 'carried out' : 'not carried out'}</Badge>
            )}
          </p>
          <CodeBlock label={`Arguments of ${name}`} text={JSON.stringify(args, null, 2) ?? ''} />
        </li>
      ))}
    </ul>
  )
}
