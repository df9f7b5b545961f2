import { useNavigate } from '@tanstack/react-router'
import { RotateCcw, ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { Severity } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Controls, Part } from './attack-drawer.tsx'
import { useTitles } from './lists.ts'
import { useMay } from './may.ts'
import { canReplay } from './replay.ts'
import { Transcript } from './transcript.tsx'
import type { AttackRecord, Finding } from './types.ts'
import { percent } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'
import { phrase } from '../../../ui/phrase.tsx'

interface Props {
  readonly finding: Finding | undefined
  readonly records: ReadonlyMap<string, AttackRecord>
  readonly filename: string
  readonly onClose: () => void
  readonly onAttack: (id: string) => void
  readonly onPolicy: (finding: Finding) => void
}

const ATTACKS_SHOWN = 12

/** Details of a weakness: description, evidence, reproduction, and remediation. */
export function FindingDrawer({ finding, records, filename, onClose, onAttack, onPolicy }: Props) {
  const navigate = useNavigate()
  const may = useMay()
  const proven = finding === undefined ? undefined : records.get(finding.proof.attackId ?? finding.attackIds[0] ?? '')
  const footer = finding !== undefined && (
    <>
      {may.attack && proven !== undefined && canReplay(proven) && (
        <Button
          icon={RotateCcw}
          onClick={() =>
            void navigate({ to: '/redteam/runs/new', search: { report: filename, attack: proven.attack.id } })
          }
        >
          {common.sendAgain}
        </Button>
      )}
      {may.attack && (
        <Button look="primary" icon={ShieldPlus} onClick={() => onPolicy(finding)}>
          {messages.findingDrawer.createGuardPolicy}
        </Button>
      )}
    </>
  )
  return (
    <Drawer open={finding !== undefined} onClose={onClose} title={finding?.title ?? ''} footer={footer}>
      {finding !== undefined && <Details finding={finding} proven={proven} records={records} onAttack={onAttack} />}
    </Drawer>
  )
}

interface DetailsProps extends Pick<Props, 'records' | 'onAttack'> {
  readonly finding: Finding
  readonly proven: AttackRecord | undefined
}

function Details({ finding, proven, records, onAttack }: DetailsProps) {
  const { severity, severityReason, description, remediation, confidence, reproduced, proof, owasp, asi, atlas } =
    finding
  const conversation = [
    ...proof.turns.map((content) => ({ role: 'user', content })),
    { role: 'assistant', content: proof.reply },
  ]
  const label = proven?.judge.evidence[0]?.detail ?? ''
  const marks = new Map([[conversation.length - 1, (proof.spans ?? []).map((span) => ({ ...span, label }))]])
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Severity of={severity} />
        <span className="text-muted">{severityReason}</span>
      </div>
      <p className="text-sm">{description}</p>
      <p className="text-sm">
        {phrase(messages.findingDrawer.succeededInAttempts, {
          share: (
            <span className="font-medium tabular-nums">
              {messages.findingDrawer.of(reproduced.succeeded, reproduced.judged)}
            </span>
          ),
          confidence: (
            <span className="text-muted">
              {' '}
              {messages.findingDrawer.to95CiJudgeConfidence(
                percent(reproduced.low),
                percent(reproduced.high),
                percent(confidence),
              )}
            </span>
          ),
        })}
      </p>
      <Part title={messages.findingDrawer.shortestSuccessfulConversation}>
        <Transcript messages={conversation} marks={marks} />
      </Part>
      <Part title={common.remediation}>
        <p className="text-sm">{remediation}</p>
      </Part>
      <Part title={messages.findingDrawer.reproduction}>
        <Tabs
          label={messages.findingDrawer.scripts}
          tabs={[
            {
              value: 'curl',
              label: messages.findingDrawer.curl,
              content: <CodeBlock label={messages.findingDrawer.curlScript} text={proof.curl} />,
            },
            {
              value: 'node',
              label: messages.findingDrawer.nodeJs,
              content: <CodeBlock label={messages.findingDrawer.nodeJsScript} text={proof.node} />,
            },
          ]}
        />
      </Part>
      <Proofs finding={finding} records={records} onAttack={onAttack} />
      <Part title={common.controls}>
        <Controls ids={[...owasp, ...asi, ...atlas]} />
      </Part>
    </div>
  )
}

/** Attacks that prove a weakness, each category first once. */
function Proofs({ finding, records, onAttack }: Omit<DetailsProps, 'proven'>) {
  const { attackIds, proofs = [] } = finding
  const [all, setAll] = useState(false)
  const titleOf = useTitles()
  const proofText = (record: AttackRecord | undefined, id: string): string =>
    record === undefined
      ? id
      : messages.findingDrawer.proof(titleOf(record.attack.category), titleOf(record.attack.strategy))
  const ids = [...new Set([...proofs.map(({ attackId }) => attackId), ...attackIds])]
  const known = ids.filter((id) => records.has(id))
  return (
    <Part title={messages.findingDrawer.evidence(messages.findingDrawer.attacks(attackIds.length))}>
      <div className="flex flex-wrap gap-1">
        {known.slice(0, all ? undefined : ATTACKS_SHOWN).map((id) => (
          <Button key={id} className="!h-7 !px-2 !text-xs" onClick={() => onAttack(id)}>
            {proofText(records.get(id), id)}
          </Button>
        ))}
        {!all && known.length > ATTACKS_SHOWN && (
          <Button look="quiet" className="!h-7" onClick={() => setAll(true)}>
            {messages.findingDrawer.more(known.length - ATTACKS_SHOWN)}
          </Button>
        )}
      </div>
    </Part>
  )
}
