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
import { Score } from './parts/score.tsx'
import type { Report } from './parts/types.ts'

const LIMIT = 200
const SIGNIFICANT = 0.05

const CHANGES: Readonly<Record<Change, readonly ['bad' | 'ok' | 'warn' | 'plain', string]>> = {
  regressed: ['bad', 'gets through now'],
  fixed: ['ok', 'fixed'],
  mixed: ['warn', 'differs within a run'],
  new: ['plain', 'only later'],
  gone: ['plain', 'only before'],
  undecided: ['plain', 'not judged'],
  unchanged: ['plain', 'as before'],
}

/** Two runs side by side: whether the target holds better now, and by which attacks one sees it. */
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
  // One after the other: a large report is unpacked whole, and a caller has room for few at once.
  const b = useReport(after, !a.isFetching)
  const options = [
    { value: '', label: 'Choose a report' },
    ...(list.data?.items ?? []).map(({ filename, targetUrl, timestamp, score }) => ({
      value: filename,
      label: `${new Date(timestamp).toLocaleString()} · ${targetUrl} · score ${score.toFixed(0)}`,
    })),
  ]
  const error = a.error ?? b.error ?? list.error
  return (
    <>
      <PageHeader
        title="Compare two runs"
        crumbs={[['Reports', '/redteam/reports']]}
        intro="Attacks are the same in both where the runs had the same seed."
      />
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Earlier">
            {(field) => (
              <Select {...field} options={options} value={before ?? ''} onPick={(to) => pick({ before: to })} />
            )}
          </Field>
          <Field label="Later">
            {(field) => (
              <Select {...field} options={options} value={after ?? ''} onPick={(to) => pick({ after: to })} />
            )}
          </Field>
        </div>
        {error !== null && (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([a.refetch(), b.refetch(), list.refetch()])}
            doing="Loading the reports"
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
              <EmptyState icon={GitCompareArrows} title="Choose two reports">
                “Run again” in a report makes the same attacks once more: then every one of them can be compared.
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
        title: 'Change',
        width: '160px',
        cell: ({ change }) => <Badge tone={CHANGES[change][0]}>{CHANGES[change][1]}</Badge>,
      },
      category,
      strategy,
      severity,
      { id: 'before', title: 'Earlier', width: '130px', cell: ({ before }) => <Told of={before} /> },
      { id: 'after', title: 'Later', width: '130px', cell: ({ after }) => <Told of={after} /> },
    ]
  }, [titleOf])
  return (
    <>
      <div className="grid items-center gap-3 md:grid-cols-[1fr_auto_1fr]">
        <Score label="Earlier score" summary={a.summary} />
        <ArrowRight aria-hidden className="mx-auto text-muted max-md:rotate-90" />
        <Score label="Later score" summary={b.summary} />
      </div>
      <Judgement comparison={comparison} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Stat label="Fixed" value={counts.fixed} tone={counts.fixed > 0 ? 'ok' : 'plain'} note="succeeded before" />
        <Stat
          label="Regressed"
          value={counts.regressed}
          tone={counts.regressed > 0 ? 'bad' : 'plain'}
          note="held before"
        />
        <Stat label="Unchanged" value={counts.unchanged} note={`${counts.mixed + counts.undecided} say nothing`} />
        <Stat
          label="In one run alone"
          value={counts.new + counts.gone}
          note={`${counts.gone} earlier, ${counts.new} later`}
        />
      </div>
      <Card flush title="Attacks that did not stay as they were">
        {changed.length === 0 ? (
          <EmptyState icon={GitCompareArrows} title="Every attack ended as before">
            Nothing was repaired, and nothing has got worse.
          </EmptyState>
        ) : (
          <DataTable
            label="Changed attacks"
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

function Told({ of }: { readonly of: string }) {
  return of === '–' ? <span className="text-muted">not made</span> : <Verdict of={of} />
}

function Judgement({ comparison: { counts, pValue, isSameSeed } }: { readonly comparison: Comparison }) {
  const isSure = pValue < SIGNIFICANT
  const direction =
    counts.regressed > counts.fixed ? 'The target holds worse than before' : 'The target holds better than before'
  return (
    <p className="text-sm">
      <span className="font-semibold">{isSure ? `${direction}.` : 'The difference may be chance.'}</span>{' '}
      <span className="text-muted">
        As large a one comes by chance in {(pValue * 100).toFixed(pValue < 0.01 ? 2 : 0)} % of cases (McNemar’s test
        over the attacks in both runs).
        {!isSameSeed &&
          ' The seeds differ, so that few attacks are in both: run again with the same seed to compare all.'}
      </span>
    </p>
  )
}
