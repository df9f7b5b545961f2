import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { onSwitch } from '../../../api/switched.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { UsageBars } from './usage-bars.tsx'

const FRESH_MS = 5_000
const POINTS_MAX = 240

/** What was measured while the tab is open: the service keeps no history of its own. */
let measured: readonly { readonly at: number; readonly requests: number; readonly blocked: number }[] = []
onSwitch('guard', () => (measured = []))

export default function Usage() {
  return (
    <>
      <PageHeader
        title="Usage"
        intro="What your tenant uses today, against what it may use. Days are UTC; tokens are reckoned at four letters each."
      />
      <Scoped needs="tenant">
        <Today />
      </Scoped>
    </>
  )
}

function Today() {
  const usage = useQuery({
    queryKey: ['guard', 'usage'],
    queryFn: ({ signal }) => guard.readOwnUsage({}, { signal }),
    refetchInterval: FRESH_MS,
  })
  const { data, dataUpdatedAt } = usage
  const [points, setPoints] = useState(measured)
  useEffect(() => {
    if (data === undefined || measured.at(-1)?.at === dataUpdatedAt) return
    const { requests_today: requests, blocked_today: blocked } = data.usage
    // A new day begins at nothing: what was before is another line.
    const before = (measured.at(-1)?.requests ?? 0) > requests ? [] : measured
    measured = [...before, { at: dataUpdatedAt, requests, blocked }].slice(-POINTS_MAX)
    setPoints(measured)
  }, [data, dataUpdatedAt])
  return (
    <Loaded query={usage} doing="Loading the usage">
      {(view) => (
        <div className="flex flex-col gap-4">
          <Card title={`Tenant ${view.tenant_id}`} actions={<Badge>{view.plan}</Badge>}>
            <UsageBars view={view} />
          </Card>
          <Card
            title="Since this page was opened"
            actions={<span className="text-muted">asked every {FRESH_MS / 1_000} s</span>}
          >
            <Chart
              label="Requests and refusals of today"
              by="time"
              at={points.map(({ at }) => at)}
              series={[
                { name: 'Requests today', values: points.map(({ requests }) => requests), colour: '--accent' },
                { name: 'Refused today', values: points.map(({ blocked }) => blocked), colour: '--bad' },
              ]}
            />
          </Card>
        </div>
      )}
    </Loaded>
  )
}
