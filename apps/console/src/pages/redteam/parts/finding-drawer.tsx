import { useNavigate } from '@tanstack/react-router'
import { RotateCcw, ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { Severity } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Controls, Part } from './attack-drawer.tsx'
import { useMay } from './may.ts'
import { canReplay } from './replay.ts'
import { Transcript } from './transcript.tsx'
import type { AttackRecord, Finding } from './types.ts'
import { counted, percent } from './words.ts'

interface Props {
  readonly finding: Finding | undefined
  readonly records: ReadonlyMap<string, AttackRecord>
  readonly filename: string
  readonly onClose: () => void
  readonly onAttack: (id: string) => void
  readonly onPolicy: (finding: Finding) => void
}

const ATTACKS_SHOWN = 12

/** A weakness: what it is, what shows it, how to see it again, and what helps. */
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
          Send it again
        </Button>
      )}
      {finding.guardPolicy !== null && (
        <Button look="primary" icon={ShieldPlus} onClick={() => onPolicy(finding)}>
          Guard against it
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
  const {
    severity,
    severityReason,
    description,
    remediation,
    confidence,
    reproduced,
    proof,
    attackIds,
    owasp,
    asi,
    atlas,
    guardPolicy,
  } = finding
  const [all, setAll] = useState(false)
  const messages = [
    ...proof.turns.map((content) => ({ role: 'user', content })),
    { role: 'assistant', content: proof.reply },
  ]
  const label = proven?.judge.evidence[0]?.detail ?? ''
  const marks = new Map([[messages.length - 1, (proof.spans ?? []).map((one) => ({ ...one, label }))]])
  const known = attackIds.filter((id) => records.has(id))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Severity of={severity} />
        <span className="text-muted">{severityReason}</span>
      </div>
      <p className="text-sm">{description}</p>
      <p className="text-sm">
        Succeeded in{' '}
        <span className="font-medium tabular-nums">
          {reproduced.succeeded} of {reproduced.judged}
        </span>{' '}
        tries
        <span className="text-muted">
          {' '}
          ({percent(reproduced.low)} to {percent(reproduced.high)} with 95 %). The judge is sure to{' '}
          {percent(confidence)}.
        </span>
      </p>
      <Part title="Shortest conversation that shows it">
        <Transcript messages={messages} marks={marks} />
      </Part>
      <Part title="What helps">
        <p className="text-sm">{remediation}</p>
        {guardPolicy === null && (
          <p className="mt-1 text-xs text-muted">No guard in front stops it: it has to be repaired in the agent.</p>
        )}
      </Part>
      <Part title="See it again">
        <Tabs
          label="Scripts"
          tabs={[
            { value: 'curl', label: 'curl', content: <CodeBlock label="Script for curl" text={proof.curl} /> },
            { value: 'node', label: 'Node', content: <CodeBlock label="Script for Node" text={proof.node} /> },
          ]}
        />
      </Part>
      <Part title={`Shown by ${counted(attackIds.length, 'attack')}`}>
        <div className="flex flex-wrap gap-1">
          {known.slice(0, all ? undefined : ATTACKS_SHOWN).map((id) => (
            <Button key={id} className="!h-7 !px-2 font-mono !text-xs" onClick={() => onAttack(id)}>
              {id.slice(0, 8)}
            </Button>
          ))}
          {!all && known.length > ATTACKS_SHOWN && (
            <Button look="quiet" className="!h-7" onClick={() => setAll(true)}>
              {known.length - ATTACKS_SHOWN} more
            </Button>
          )}
        </div>
      </Part>
      <Part title="Controls">
        <Controls ids={[...owasp, ...asi, ...atlas]} />
      </Part>
    </div>
  )
}
