import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type GateFacts, LIMITS, reasonsOf } from './gate-rules.ts'
import { type BuildGate, type Project, useMay } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/gate.ts'

/** Own limit of the scans in a what-if. */
const SCANS_MAX = 10

/** Limits of a project's builds, with their effect on its latest scans. */
export function GateEditor({ project }: { readonly project: Project }) {
  const queries = useQueryClient()
  const mayChange = useMay('SECURITY')
  const [gate, setGate] = useState<BuildGate>(project.buildGate)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => appsec.replaceBuildGate({ body: { ...gate, projectId: project.id } }),
    async onSuccess() {
      toast(messages.gateEditor.gateSavedTheLimitsApplyFromThe)
      await queries.invalidateQueries({ queryKey: ['appsec', 'project', project.id] })
    },
  })
  const isChanged = JSON.stringify(pick(gate)) !== JSON.stringify(pick(project.buildGate))
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={common.limits}>
        <form onSubmit={onSubmit} className="flex flex-col gap-4">
          <p className="text-sm text-muted">{messages.gateEditor.maximumNumberOfOpenFindingsFor}</p>
          {LIMITS.map(({ name, label }) => (
            <Limit
              key={name}
              label={label}
              value={gate[name]}
              disabled={!mayChange}
              onChange={(value) => setGate({ ...gate, [name]: value })}
            />
          ))}
          <Switch
            label={messages.gateEditor.failOnNewFindings}
            on={gate.failOnNew}
            disabled={!mayChange}
            onFlip={(failOnNew) => setGate({ ...gate, failOnNew })}
          />
          {RULES.map(({ name, label, help }) => (
            <div key={name}>
              <Switch
                label={label}
                on={gate[name]}
                disabled={!mayChange}
                onFlip={(on) => setGate({ ...gate, [name]: on })}
              />
              <p className="text-sm text-muted">{help}</p>
            </div>
          ))}
          {error !== null && (
            <p role="alert" className="text-sm text-bad">
              {explain(error).sentence}
            </p>
          )}
          {mayChange && (
            <div className="flex gap-2">
              <Button look="primary" type="submit" busy={isPending} disabled={!isChanged}>
                {messages.gateEditor.saveGate}
              </Button>
              {isChanged && (
                <Button onClick={() => setGate(project.buildGate)}>{messages.gateEditor.discardChanges}</Button>
              )}
            </div>
          )}
        </form>
      </Card>
      <GatePreview projectId={project.id} gate={gate} />
    </div>
  )
}

const RULES = [
  {
    name: 'failOnUnanalysed',
    label: messages.gateEditor.failOnUnanalyzedCode,
    help: messages.gateEditor.theBuildFailsIfNoScanner,
  },
  {
    name: 'allowSuppressions',
    label: messages.gateEditor.allowSuppressions,
    help: messages.gateEditor.commentsAndIgnoreFilesApplyOn,
  },
  {
    name: 'productionOnly',
    label: messages.gateEditor.countProductionCodeOnly,
    help: messages.gateEditor.findingsInTestsExamplesAnd,
  },
] as const

const pick = (gate: BuildGate) => [
  ...LIMITS.map(({ name }) => gate[name]),
  gate.failOnNew,
  ...RULES.map(({ name }) => gate[name]),
]

interface LimitProps {
  readonly label: string
  readonly value: number
  readonly disabled: boolean
  readonly onChange: (value: number) => void
}

function Limit({ label, value, disabled, onChange }: LimitProps) {
  const isAny = value < 0
  return (
    <div className="flex items-end gap-4">
      <div className="w-32">
        <Field label={label}>
          {(field) => (
            <Input
              {...field}
              type="number"
              min={0}
              max={1_000_000}
              required
              disabled={disabled || isAny}
              className="text-right tabular-nums"
              value={isAny ? '' : value}
              placeholder={messages.gateEditor.unlimited}
              onChange={({ target }) => onChange(Math.max(0, Math.min(1_000_000, Math.trunc(Number(target.value)))))}
            />
          )}
        </Field>
      </div>
      <div className="flex h-8 items-center">
        <Checkbox
          label={messages.gateEditor.noLimitFor(label.toLowerCase())}
          checked={isAny}
          disabled={disabled}
          onFlip={(on) => onChange(on ? -1 : 0)}
        />
      </div>
    </div>
  )
}

interface Decided {
  readonly scanId: string
  readonly branch: string | null
  readonly at: string
  readonly was: string
  readonly facts: GateFacts
}

function GatePreview({ projectId, gate }: { readonly projectId: string; readonly gate: BuildGate }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'gate-records', projectId],
    async queryFn({ signal }): Promise<readonly Decided[]> {
      const query = { projectId, status: 'COMPLETED,FAILED', limit: SCANS_MAX }
      const { scans } = await appsec.listScans({ query }, { signal })
      const decided = scans.filter(({ artifacts }) => artifacts.some(({ kind }) => kind === 'gate-decision'))
      return Promise.all(
        decided.map(async ({ id, branch, completedAt, createdAt, gateResult }) => {
          const answer = await appsec.readArtifact({ params: { scanId: id, kind: 'gate-decision' } }, { signal })
          const facts = (await answer.json()) as GateFacts
          return { scanId: id, branch, at: completedAt ?? createdAt, was: gateResult, facts }
        }),
      )
    },
  })
  return (
    <Card flush title={messages.gateEditor.preview}>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.gateEditor.loadingGateReports} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && (
        <p className="px-4 py-6 text-sm text-muted">{messages.gateEditor.noCompletedScansAfterAScanThe}</p>
      )}
      <ul aria-label={messages.gateEditor.gateResultsOfTheLatestScans}>
        {data?.map(({ scanId, branch, at, was, facts }) => {
          const reasons = reasonsOf(gate, facts)
          return (
            <li
              key={scanId}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-0"
            >
              <span className="flex items-center gap-1.5">
                <Verdict of={was} />
                <ArrowRight size={14} role="img" aria-label={messages.gateEditor.changesTo} className="text-muted" />
                <Verdict of={reasons.length === 0 ? 'passed' : 'failed'} />
              </span>
              <span className="min-w-0 flex-1 text-muted">{reasons.join('; ')}</span>
              <TextLink to={`/appsec/scans/${scanId}`}>{branch ?? common.scan}</TextLink>
              <span className="text-muted">
                <Time at={at} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
