import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { redteam } from '../../api/clients.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.tsx'
import { Datasets } from './parts/datasets.tsx'
import { CustomAttacks } from './parts/custom-attacks.tsx'
import { type Draft, draftFrom, EMPTY, missingSecrets, requestOf, targetOf } from './parts/draft.ts'
import { Earlier, readReport } from './parts/earlier.tsx'
import { LimitsForm } from './parts/limits-form.tsx'
import { useMay } from './parts/may.ts'
import { useCategories, useStrategies } from './parts/lists.ts'
import { Picker } from './parts/picker.tsx'
import { replayOf } from './parts/replay.ts'
import { RunSummary } from './parts/run-summary.tsx'
import { TargetForm } from './parts/target-form.tsx'
import { TrialCard } from './parts/trial-card.tsx'
import { testedPart, type Trial, tryTarget } from './parts/try-target.ts'
import type { Report } from './parts/types.ts'
import { domainTitle } from './parts/words.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/new-run.ts'
import { phrase } from '../../ui/phrase.tsx'

interface Tested {
  readonly trial: Trial
  /** Tested configuration, to detect later changes. */
  readonly target: string
}

/** Creates a run: target, attacks, and size. */
export default function NewRun() {
  const isKnown = useSession().data !== undefined
  const may = useMay()
  if (isKnown && !may.attack) return <NotYours />
  return <Wizard />
}

function NotYours() {
  return (
    <>
      <PageHeader title={common.newRun} crumbs={[[common.runs, '/redteam/runs']]} />
      <Card flush>
        <EmptyState icon={Play} title={common.adminKeyRequired}>
          {phrase(messages.newRun.startingARunRequiresAKeyOfThe, {
            link: <TextLink to="/redteam/runs">{messages.newRun.viewExistingRuns}</TextLink>,
          })}
        </EmptyState>
      </Card>
    </>
  )
}

function Wizard() {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [notice, setNotice] = useState('')
  const change = (to: Partial<Draft>): void => setDraft((before) => ({ ...before, ...to }))
  const take = (report: Report, attackId?: string): void => {
    const missing = missingSecrets(report)
    setDraft(attackId === undefined ? draftFrom(report) : replayOf(report, attackId))
    setNotice(missing.length === 0 ? '' : messages.newRun.secretsAreNotStoredEnterAgain(missing.join(', ')))
  }
  const problem = useEarlierReport(take)
  const trying = useTrial(draft)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: () => redteam.startRun({ body: requestOf(draft) }),
    async onSuccess({ id, targetUrl }) {
      toast(messages.newRun.runAgainstStarted(targetUrl))
      await queries.invalidateQueries({ queryKey: ['redteam', 'runs'] })
      await navigate({ to: '/redteam/runs/$runId', params: { runId: id } })
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <>
      <PageHeader
        title={common.newRun}
        crumbs={[[common.runs, '/redteam/runs']]}
        intro={messages.newRun.testAnAgentThatYouAre}
        actions={<Earlier onReport={(report) => take(report)} />}
      />
      <form onSubmit={onSubmit} className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_272px]">
        <div className="flex min-w-0 flex-col gap-4">
          {problem !== null && <ErrorState error={problem} doing={messages.newRun.loadingTheEarlierRun} />}
          {notice !== '' && <Notice>{notice}</Notice>}
          <Card title={messages.newRun.n1Target}>
            <div className="flex flex-col gap-4">
              <TargetForm draft={draft} onChange={change} />
              <TrialCard
                trial={trying.tested?.trial}
                stale={trying.isStale}
                error={trying.error}
                busy={trying.busy}
                takesPath={draft.type !== 'mcp'}
                onTry={trying.test}
                onPath={(responsePath) => change({ responsePath })}
              />
            </div>
          </Card>
          <Card title={messages.newRun.n2AttackCategories}>
            <div className="flex flex-col gap-4">
              {draft.customAttacks.length > 0 && (
                <CustomAttacks attacks={draft.customAttacks} onChange={(customAttacks) => change({ customAttacks })} />
              )}
              <Categories draft={draft} onChange={change} />
              <Domains draft={draft} onChange={change} />
              <Datasets draft={draft} onChange={change} />
            </div>
          </Card>
          <Card title={messages.newRun.n3AttackStrategies}>
            <Strategies draft={draft} onChange={change} />
          </Card>
          <Card title={messages.newRun.n4Limits}>
            <LimitsForm draft={draft} onChange={change} />
          </Card>
        </div>
        <div className="sticky top-4 flex flex-col gap-3 max-lg:static">
          <RunSummary
            draft={draft}
            isTested={trying.tested !== undefined && !trying.isStale && trying.tested.trial.ok}
          />
          {start.error !== null && (
            <Card flush>
              <ErrorState error={start.error} doing={messages.newRun.startingTheRun} />
            </Card>
          )}
          <Button
            type="submit"
            look="primary"
            icon={Play}
            busy={start.isPending}
            disabled={draft.categories?.size === 0 && draft.customAttacks.length + draft.datasets.length === 0}
            className="w-full"
          >
            {messages.newRun.startRun}
          </Button>
        </div>
      </form>
    </>
  )
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="rounded-lg border border-line bg-warn-soft px-4 py-2.5 text-sm text-warn">
      {children}
    </p>
  )
}

/** Starts from an earlier report in the address: the complete run or one of its attacks. */
function useEarlierReport(take: (report: Report, attackId?: string) => void): Error | null {
  const { report, attack }: { readonly report?: unknown; readonly attack?: unknown } = useSearch({ strict: false })
  const [problem, setProblem] = useState<Error | null>(null)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (typeof report !== 'string') return undefined
    const leaving = new AbortController()
    readReport(report, leaving.signal)
      .then((found) => latest.current(found, typeof attack === 'string' ? attack : undefined))
      .catch(
        (error: unknown) =>
          leaving.signal.aborted || setProblem(error instanceof Error ? error : new Error(String(error))),
      )
    return () => leaving.abort()
  }, [report, attack])
  return problem
}

/** Tested configuration, to detect later changes. */
const testedText = (draft: Draft): string => JSON.stringify(testedPart(targetOf(draft)))

function useTrial(draft: Draft) {
  const [tested, setTested] = useState<Tested>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (): Promise<Tested> => {
      leaving.current = new AbortController()
      return { target: testedText(draft), trial: await tryTarget(targetOf(draft), leaving.current.signal) }
    },
    onSuccess: setTested,
  })
  return {
    tested,
    error,
    busy: isPending,
    isStale: tested !== undefined && tested.target !== testedText(draft),
    test: () => mutate(),
  }
}

interface PickProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

function Categories({ draft, onChange }: PickProps) {
  const { data, error, refetch } = useCategories()
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing={messages.newRun.loadingCategories} />
  if (data === undefined) return <Skeleton />
  const chosen = draft.categories ?? new Set(data.filter((item) => item.default).map(({ name }) => name))
  return (
    <Picker
      label={messages.newRun.categories}
      choices={data}
      chosen={chosen}
      onChoose={(categories) => onChange({ categories })}
      none={messages.newRun.selectAtLeastOneCategory}
    />
  )
}

function Domains({ draft, onChange }: PickProps) {
  const { data = [] } = useCategories()
  const known = [...new Set(data.flatMap(({ domains }) => domains))].toSorted()
  if (known.length === 0) return null
  const flip = (name: string): void => onChange({ domains: draft.domains.symmetricDifference(new Set([name])) })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{messages.newRun.domainPacks}</legend>
      <p className="text-xs text-muted">{messages.newRun.domainPacksAddAttacksIn}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {known.map((name) => (
          <Checkbox key={name} label={domainTitle(name)} checked={draft.domains.has(name)} onFlip={() => flip(name)} />
        ))}
      </div>
    </fieldset>
  )
}

function Strategies({ draft, onChange }: PickProps) {
  const { data, error, refetch } = useStrategies()
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing={messages.newRun.loadingStrategies} />
  if (data === undefined) return <Skeleton />
  const known = new Set(data.map(({ name }) => name))
  const chosen = draft.strategies ?? new Set(data.filter((item) => item.default).map(({ name }) => name))
  const layers = [...chosen].filter((name) => !known.has(name) && name !== 'base')
  return (
    <>
      <Picker
        label={messages.newRun.strategies}
        choices={data}
        chosen={new Set([...chosen].filter((name) => known.has(name)))}
        onChoose={(strategies) => onChange({ strategies: new Set([...strategies, ...layers]) })}
        none={messages.newRun.noStrategySelectedAttacksAre}
      />
      {layers.length > 0 && (
        <p className="mt-2 text-xs text-muted">{messages.newRun.layersOfTheEarlierRunInOrder(layers.join(', '))}</p>
      )}
    </>
  )
}
