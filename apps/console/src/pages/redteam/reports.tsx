import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileChartColumn, GitCompareArrows } from 'lucide-react'
import { useMemo, useState } from 'react'
import { redteam } from '../../api/clients.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { undecided } from './parts/judged.ts'
import { RunScore } from './parts/score.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/reports.ts'
import { phrase } from '../../ui/phrase.tsx'

type Page = Awaited<ReturnType<typeof redteam.listReportsMeta>>
type Meta = Page['items'][number]

const COLUMNS: readonly Column<Meta>[] = [
  {
    id: 'score',
    title: common.score,
    number: true,
    width: '156px',
    cell: (meta) => <RunScore summary={{ ...meta, inconclusive: undecided(meta) }} />,
  },
  {
    id: 'interval',
    title: messages.reports.n95Ci,
    number: true,
    width: '112px',
    cell: ({ confidenceInterval: { low, high } }) => `${low.toFixed(0)} – ${high.toFixed(0)}`,
  },
  {
    id: 'target',
    title: common.target,
    width: 'minmax(200px, 3fr)',
    cell: ({ targetUrl }) => <span className="font-medium">{targetUrl}</span>,
  },
  { id: 'findings', title: common.findings, number: true, width: '88px', cell: ({ findings }) => findings },
  {
    id: 'failed',
    title: common.succeeded,
    number: true,
    width: '104px',
    cell: ({ failed, passed }) => `${failed}/${failed + passed}`,
  },
  { id: 'errors', title: messages.reports.errors, number: true, width: '76px', cell: ({ errors }) => errors },
  { id: 'at', title: common.created, width: 'minmax(110px, 1fr)', cell: ({ timestamp }) => <Time at={timestamp} /> },
]

const LIMIT = 100
const NOTHING: ReadonlySet<string> = new Set()

export default function Reports() {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState(NOTHING)
  const navigate = useNavigate()
  const { data, error, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: ['redteam', 'reports', search],
    queryFn: ({ signal, pageParam }) =>
      redteam.listReportsMeta(
        { query: { limit: LIMIT, page: pageParam, ...(search === '' ? {} : { search }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const rows = data?.pages.flatMap(({ items }) => items)
  const pair = (rows ?? [])
    .filter(({ filename }) => selected.has(filename))
    .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
  const compare = (): void =>
    void navigate({
      to: '/redteam/reports/compare',
      search: { before: pair[0]?.filename, after: pair[1]?.filename },
    })
  return (
    <>
      <PageHeader
        title={common.reports}
        intro={messages.reports.resultsOfCompletedRunsSelect}
        actions={
          <Button icon={GitCompareArrows} disabled={pair.length !== 2} onClick={compare}>
            {pair.length === 2 ? messages.reports.compareSelected : messages.reports.compareRuns}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {rows !== undefined && <Trend rows={rows} />}
        <Card
          flush
          title={data === undefined ? '' : messages.reports.reports(data.pages[0]?.total ?? 0)}
          actions={
            <Input
              aria-label={messages.reports.searchReports}
              type="search"
              placeholder={messages.reports.targetOrFileName}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          }
        >
          {error !== null && (
            <ErrorState error={error} onRetry={() => void refetch()} doing={messages.reports.loadingReports} />
          )}
          {rows === undefined && error === null && <Skeleton />}
          {rows?.length === 0 && (
            <EmptyState
              icon={FileChartColumn}
              title={search === '' ? messages.reports.noReportsYet : messages.reports.noMatchingReports}
            >
              {search === '' ? (
                <>
                  {phrase(messages.reports.completedRunsCreateReports, {
                    link: <TextLink to="/redteam/runs/new">{messages.reports.startARun}</TextLink>,
                  })}
                </>
              ) : (
                messages.reports.searchByPartOfTheTargetUrl
              )}
            </EmptyState>
          )}
          {rows !== undefined && rows.length > 0 && (
            <DataTable
              label={common.reports}
              rows={rows}
              columns={COLUMNS}
              idOf={({ filename }) => filename}
              total={data?.pages[0]?.total ?? rows.length}
              selected={selected}
              onSelect={setSelected}
              onOpen={({ filename }) => void navigate({ to: '/redteam/reports/$filename', params: { filename } })}
              onEnd={() => void fetchNextPage()}
            />
          )}
        </Card>
      </div>
    </>
  )
}

/** Score history of the most frequently attacked target; empty if no target was attacked twice. */
function Trend({ rows }: { readonly rows: readonly Meta[] }) {
  const most = useMemo(() => {
    const judged = rows.filter(({ scoreStatus }) => scoreStatus !== 'inconclusive')
    const targets = [...Map.groupBy(judged, ({ targetUrl }) => targetUrl).values()]
    const [first = []] = targets.toSorted((a, b) => b.length - a.length)
    return first.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
  }, [rows])
  const at = useMemo(() => most.map(({ timestamp }) => timestamp), [most])
  const series = useMemo(
    () => [{ name: common.score, values: most.map(({ score }) => score), colour: '--accent' }],
    [most],
  )
  if (most.length < 2) return null
  return (
    <Card title={messages.reports.scoreOf(most[0]?.targetUrl ?? '')}>
      <Chart label={messages.reports.scoreOverTime} at={at} series={series} height={140} />
    </Card>
  )
}
