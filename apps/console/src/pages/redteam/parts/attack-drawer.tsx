import { RotateCcw } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, Severity, Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { useTitles } from './lists.ts'
import { useMay } from './may.ts'
import { canReplay } from './replay.ts'
import { isPlaceless, spansByMessage } from './spans.ts'
import { ToolCalls, Transcript } from './transcript.tsx'
import type { AttackRecord } from './types.ts'
import { percent } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/attacks.ts'

interface Props {
  readonly record: AttackRecord | undefined
  readonly filename: string
  readonly onClose: () => void
}

/** Details of one attack. */
export function AttackDrawer({ record, filename, onClose }: Props) {
  const titleOf = useTitles()
  const navigate = useNavigate()
  const may = useMay()
  const replay = may.attack && record !== undefined && canReplay(record) && (
    <Button
      icon={RotateCcw}
      onClick={() => void navigate({ to: '/redteam/runs/new', search: { report: filename, attack: record.attack.id } })}
    >
      {common.sendAgain}
    </Button>
  )
  return (
    <Drawer
      open={record !== undefined}
      onClose={onClose}
      title={record === undefined ? '' : titleOf(record.attack.category)}
      {...(replay === false ? {} : { footer: replay })}
    >
      {record !== undefined && <Details record={record} />}
    </Drawer>
  )
}

function Details({ record }: { readonly record: AttackRecord }) {
  const titleOf = useTitles()
  const {
    attack,
    verdict,
    judge,
    conversation,
    earlierConversation = [],
    toolCalls,
    statusCode,
    responseTimeMs,
    remediation,
    owasp,
    asi,
    atlas,
  } = record
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Verdict of={verdict} />
        <Severity of={attack.severity} />
        <span className="text-sm text-muted">{titleOf(attack.strategy)}</span>
      </div>
      <p className="text-sm">{attack.description}</p>
      <Part title={messages.attackDrawer.evidence}>
        <ul className="flex flex-col gap-1 text-sm">
          {judge.evidence.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- one may be told twice
            <li key={at}>
              {item.detail}
              {item.decodedBy !== undefined && item.decodedBy.length > 0 && (
                <span className="text-muted">
                  {' '}
                  {messages.attackDrawer.foundAfterDecoding(item.decodedBy.join(', '))}
                </span>
              )}
              {isPlaceless(item) && (
                <span className="text-muted"> {messages.attackDrawer.thePositionInTheReplyIsNot}</span>
              )}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-xs text-muted">
          {messages.attackDrawer.confidenceJudgedBy(percent(judge.confidence), JUDGES[judge.kind])}
        </p>
      </Part>
      {(attack.planted ?? []).length > 0 && (
        <Part title={messages.attackDrawer.plantedContent}>
          <Transcript messages={(attack.planted ?? []).map((content) => ({ role: 'planted', content }))} />
        </Part>
      )}
      {earlierConversation.length > 0 && (
        <Part title={messages.attackDrawer.conversationOfAnotherUser}>
          <Transcript messages={earlierConversation} />
        </Part>
      )}
      <Part title={messages.attackDrawer.conversation}>
        <Transcript messages={conversation} marks={spansByMessage(judge.evidence)} />
      </Part>
      {toolCalls.length > 0 && (
        <Part title={common.toolCalls}>
          <ToolCalls calls={toolCalls} />
        </Part>
      )}
      {remediation !== '' && (
        <Part title={common.remediation}>
          <p className="text-sm">{remediation}</p>
        </Part>
      )}
      <KeyValue
        pairs={[
          [common.status, statusCode ?? '–'],
          [messages.attackDrawer.responseTime, messages.attackDrawer.ms(Math.round(responseTimeMs))],
          [messages.attackDrawer.language, attack.language],
          [
            messages.attackDrawer.attackId,
            <code key="id" className="font-mono text-xs">
              {attack.id}
            </code>,
          ],
          [common.controls, <Controls key="c" ids={[...owasp, ...asi, ...atlas]} />],
        ]}
      />
    </div>
  )
}

const JUDGES = {
  canary: messages.attackDrawer.secretDetection,
  rule: messages.attackDrawer.rules,
  tool_call: messages.attackDrawer.toolCalls,
  llm: messages.attackDrawer.aModel,
  ensemble: messages.attackDrawer.multipleJudges,
} as const

/** Ids of the controls that a weakness violates. */
export function Controls({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return '–'
  return (
    <span className="flex flex-wrap gap-1">
      {[...new Set(ids)].map((id) => (
        <Badge key={id}>{id}</Badge>
      ))}
    </span>
  )
}

/** Titled section of the details. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}
