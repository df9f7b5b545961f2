import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { appsec } from '../../api/clients.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/trends.ts'

type Trends = Awaited<ReturnType<typeof appsec.readTrends>>

const SPANS = [
  { value: '7', label: messages.trends.n7Days },
  { value: '30', label: messages.trends.n30Days },
  { value: '90', label: messages.trends.n90Days },
  { value: '365', label: messages.trends.n1Year },
]

/** Trends of findings and scans, and repair times. */
export default function TrendsPage() {
  const [days, setDays] = useState('30')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'trends', Number(days)],
    queryFn: ({ signal }) => appsec.readTrends({ query: { days: Number(days) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={messages.trends.trends}
        intro={messages.trends.allProjectsDaysAreInUtc}
        actions={
          <Select
            aria-label={messages.trends.timeRange}
            options={SPANS}
            value={days}
            onPick={setDays}
            className="!w-auto"
          />
        }
      />
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.trends.loadingTrends} />
      )}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <Charts trends={data} />}
    </>
  )
}

function Charts({ trends: { series, mttr } }: { readonly trends: Trends }) {
  const [at, findings, scans] = useMemo(
    () =>
      [
        series.map(({ date }) => date),
        [
          { name: common.critical, colour: '--bad', values: series.map(({ critical }) => critical) },
          { name: common.high, colour: '--high', values: series.map(({ high }) => high) },
          { name: common.medium, colour: '--warn', values: series.map(({ medium }) => medium) },
          { name: common.low, colour: '--info', values: series.map(({ low }) => low) },
        ],
        [
          { name: common.scans, colour: '--accent', values: series.map((day) => day.scans) },
          { name: messages.trends.failedGates, colour: '--bad', values: series.map(({ gateFailed }) => gateFailed) },
        ],
      ] as const,
    [series],
  )
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={common.meanTimeToRepair} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {Object.entries(mttr).map(([severity, { count, meanHours }]) => (
          <Stat
            key={severity}
            label={messages.trends.findings(severity.toLowerCase())}
            value={count === 0 ? '–' : durationText(meanHours)}
            note={count === 0 ? messages.trends.noRepairs : messages.trends.meanOfFixes(count)}
          />
        ))}
      </section>
      <Card title={messages.trends.openFindings}>
        <Chart label={messages.trends.openFindingsByDay} at={at} series={findings} height={240} />
      </Card>
      <Card title={common.scans}>
        <Chart label={messages.trends.scansByDay} at={at} series={scans} />
      </Card>
    </div>
  )
}

function durationText(hours: number): string {
  if (hours < 1) return messages.trends.min(Math.max(1, Math.round(hours * 60)))
  return hours < 72 ? messages.trends.h(hours.toFixed(1)) : messages.trends.days((hours / 24).toFixed(1))
}
