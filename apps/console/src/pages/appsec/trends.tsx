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
import { numberText } from './parts/kinds.ts'

type Trends = Awaited<ReturnType<typeof appsec.readTrends>>

const SPANS = [
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

/** How findings and scans went over time, and how long repairs took. */
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
        title="Trends"
        intro="All projects together. Days are those of UTC."
        actions={<Select aria-label="How long" options={SPANS} value={days} onPick={setDays} className="!w-auto" />}
      />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the trends" />}
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
          { name: 'Critical', colour: '--bad', values: series.map(({ critical }) => critical) },
          { name: 'High', colour: '--high', values: series.map(({ high }) => high) },
          { name: 'Medium', colour: '--warn', values: series.map(({ medium }) => medium) },
          { name: 'Low', colour: '--info', values: series.map(({ low }) => low) },
        ],
        [
          { name: 'Scans', colour: '--accent', values: series.map((day) => day.scans) },
          { name: 'Stopped by the gate', colour: '--bad', values: series.map(({ gateFailed }) => gateFailed) },
        ],
      ] as const,
    [series],
  )
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="How long repairs took" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {Object.entries(mttr).map(([severity, { count, meanHours }]) => (
          <Stat
            key={severity}
            label={`Repaired, ${severity.toLowerCase()}`}
            value={count === 0 ? '–' : durationText(meanHours)}
            note={count === 0 ? 'none was repaired' : `on average, of ${numberText(count)}`}
          />
        ))}
      </section>
      <Card title="Open findings">
        <Chart label="Open findings by day" at={at} series={findings} height={240} />
      </Card>
      <Card title="Scans">
        <Chart label="Scans by day" at={at} series={scans} />
      </Card>
    </div>
  )
}

function durationText(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  return hours < 72 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`
}
