import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowRight, GitCompareArrows } from 'lucide-react'
import { useMemo, useState } from 'react'
import { redteam } from '../../api/clients.ts'
import { Badge, Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { attackColumns } from './parts/attack-columns.tsx'
import { AttackDrawer } from './parts/attack-drawer.tsx'
import { type Change, type Compared, type Comparison, compareRuns } from './parts/compare-runs.ts'
import { readReport } from './parts/earlier.tsx'
import { useTitles } from './parts/lists.ts'
import { scoreText, undecided } from './parts/judged.ts'
import { Score } from './parts/score.tsx'
import type { Report } from './parts/types.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/reports.ts'

const LIMIT = 200
const SIGNIFICANT = 0.05

const CHANGES: Readonly<Record<Change, readonly ['bad' | 'ok' | 'warn' | 'plain', string]>> = {
  regressed: ['bad', messages.compare.regressed],
  fixed: ['ok', messages.compare.fixed],
  mixed: ['warn', messages.compare.mixed],
  new: ['plain', messages.compare.laterRunOnly],
  gone: ['plain', messages.compare.earlierRunOnly],
  undecided: ['plain', common.notJudged],
  unchanged: ['plain', messages.compare.unchanged],
}

/** Compares two runs by score and by attack. */
export default function Compare() {
  const { before, after }: { readonly before?: string; readonly after?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const pick = (to: { readonly before?: string; readonly after?: string }): void =>
    void navigate({ to: '/redteam/reports/compare', search: { before, after, ...to }, replace: true })
  const list = useQuery({
    queryKey: ['redteam', 'reports', 'all'],
    queryFn: ({ signal }) => redteam.listReportsMeta({ query: { limit: LIMIT } }, { signal }),
  })
  const a = useReport(before)
  // Loads the reports sequentially, because large reports use much memory, and requests per caller are limited.
  const b = useReport(after, !a.isFetching)
  const options = [
    { value: '', label: messages.compare.selectAReport },
    ...(list.data?.items ?? []).map((meta) => ({
      value: meta.filename,
      label: messages.compare.score(
        new Date(meta.timestamp).toLocaleString(),
        meta.targetUrl,
        scoreText({ ...meta, inconclusive: undecided(meta) }),
      ),
    })),
  ]
  const error = a.error ?? b.error ?? list.error
  return (
    <>
      <PageHeader
        title={messages.compare.compareTwoRuns}
        crumbs={[[common.reports, '/redteam/reports']]}
        intro={messages.compare.runsWithTheSameSeedContainThe}
      />
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={messages.compare.earlierReport}>
            {(field) => (
              <Select {...field} options={options} value={before ?? ''} onPick={(to) => pick({ before: to })} />
            )}
          </Field>
          <Field label={messages.compare.laterReport}>
            {(field) => (
              <Select {...field} options={options} value={after ?? ''} onPick={(to) => pick({ after: to })} />
            )}
          </Field>
        </div>
        {error !== null && (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([a.refetch(), b.refetch(), list.refetch()])}
            doing={messages.compare.loadingReports}
          />
        )}
        {(a.isLoading || b.isLoading) && <Skeleton lines={8} />}
        {a.data !== undefined && b.data !== undefined ? (
          <SideBySide a={a.data} b={b.data} filename={after ?? ''} />
        ) : (
          error === null &&
          !a.isLoading &&
          !b.isLoading && (
            <Card flush>
              <EmptyState icon={GitCompareArrows} title={messages.compare.selectTwoReports}>
                {messages.compare.useRunAgainInAReportToRepeat}
              </EmptyState>
            </Card>
          )
        )}
      </div>
    </>
  )
}

function useReport(filename: string | undefined, isTurn = true) {
  return useQuery({
    queryKey: ['redteam', 'report', filename ?? ''],
    queryFn: ({ signal }) => readReport(filename ?? '', signal),
    enabled: isTurn && filename !== undefined && filename !== '',
    staleTime: 3_600_000,
  })
}

function SideBySide({ a, b, filename }: { readonly a: Report; readonly b: Report; readonly filename: string }) {
  const comparison = useMemo(() => compareRuns(a, b), [a, b])
  const { counts, attacks } = comparison
  const [opened, setOpened] = useState<Compared>()
  const changed = attacks.filter(({ change }) => change !== 'unchanged')
  const titleOf = useTitles()
  const columns = useMemo((): readonly Column<Compared>[] => {
    const { category, strategy, severity } = attackColumns<Compared>(titleOf)
    return [
      {
        id: 'change',
        title: messages.compare.change,
        width: '160px',
        cell: ({ change }) => <Badge tone={CHANGES[change][0]}>{CHANGES[change][1]}</Badge>,
      },
      category,
      strategy,
      severity,
      {
        id: 'before',
        title: messages.compare.earlierVerdict,
        width: '130px',
        cell: ({ before }) => <RunSummary of={before} />,
      },
      {
        id: 'after',
        title: messages.compare.laterVerdict,
        width: '130px',
        cell: ({ after }) => <RunSummary of={after} />,
      },
    ]
  }, [titleOf])
  return (
    <>
      <div className="grid items-center gap-3 md:grid-cols-[1fr_auto_1fr]">
        <Score label={messages.compare.earlierScore} summary={a.summary} />
        <ArrowRight aria-hidden className="mx-auto text-muted max-md:rotate-90" />
        <Score label={messages.compare.laterScore} summary={b.summary} />
      </div>
      <Judgement comparison={comparison} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Stat
          label={messages.compare.fixed}
          value={counts.fixed}
          tone={counts.fixed > 0 ? 'ok' : 'plain'}
          note={messages.compare.succeededBefore}
        />
        <Stat
          label={messages.compare.regressed}
          value={counts.regressed}
          tone={counts.regressed > 0 ? 'bad' : 'plain'}
          note={messages.compare.defendedBefore}
        />
        <Stat
          label={messages.compare.unchanged}
          value={counts.unchanged}
          note={messages.compare.inconclusive(counts.mixed + counts.undecided)}
        />
        <Stat
          label={messages.compare.inOneRunOnly}
          value={counts.new + counts.gone}
          note={messages.compare.earlierLater(counts.gone, counts.new)}
        />
      </div>
      <Card flush title={messages.compare.changedAttacks}>
        {changed.length === 0 ? (
          <EmptyState icon={GitCompareArrows} title={messages.compare.noChangedAttacks}>
            {messages.compare.everyAttackHasTheSameVerdictIn}
          </EmptyState>
        ) : (
          <DataTable
            label={messages.compare.changedAttacks}
            rows={changed}
            columns={columns}
            idOf={({ id }) => id}
            onOpen={setOpened}
          />
        )}
      </Card>
      <AttackDrawer record={opened?.record} filename={filename} onClose={() => setOpened(undefined)} />
    </>
  )
}

function RunSummary({ of }: { readonly of: string }) {
  return of === '–' ? <span className="text-muted">{messages.compare.notSent}</span> : <Verdict of={of} />
}

function Judgement({ comparison: { counts, pValue, isSameSeed } }: { readonly comparison: Comparison }) {
  const isSure = pValue < SIGNIFICANT
  const direction =
    counts.regressed > counts.fixed
      ? messages.compare.moreAttacksSucceedThanBefore
      : messages.compare.fewerAttacksSucceedThanBefore
  return (
    <p className="text-sm">
      <span className="font-semibold">{isSure ? `${direction}.` : messages.compare.noStatisticallySignificant}</span>{' '}
      <span className="text-muted">
        {messages.compare.aDifferenceAtLeastThisLarge(
          (pValue * 100).toFixed(pValue < 0.01 ? 2 : 0),
          isSameSeed ? '' : messages.compare.theSeedsDifferSoFewAttacksAre,
        )}
      </span>
    </p>
  )
}
