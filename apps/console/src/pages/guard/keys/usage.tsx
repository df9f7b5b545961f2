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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/keys.ts'
import { labelOf } from '../../../ui/words.ts'

const FRESH_MS = 5_000
const POINTS_MAX = 240

/** Measurements since the tab was opened, because the service keeps no history. */
let measured: readonly { readonly at: number; readonly requests: number; readonly blocked: number }[] = []
onSwitch('guard', () => (measured = []))

export default function Usage() {
  return (
    <>
      <PageHeader title={common.usage} intro={messages.usage.usageAndLimitsOfYourTenantPer} />
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
    // Counters restart each day, so that earlier values belong to another line.
    const before = (measured.at(-1)?.requests ?? 0) > requests ? [] : measured
    measured = [...before, { at: dataUpdatedAt, requests, blocked }].slice(-POINTS_MAX)
    setPoints(measured)
  }, [data, dataUpdatedAt])
  return (
    <Loaded query={usage} doing={messages.usage.loadingTheUsage}>
      {(view) => (
        <div className="flex flex-col gap-4">
          <Card title={messages.usage.tenant(view.tenant_id)} actions={<Badge>{labelOf(view.plan)}</Badge>}>
            <UsageBars view={view} />
          </Card>
          <Card
            title={messages.usage.currentSession}
            actions={<span className="text-muted">{messages.usage.updatesEveryS(FRESH_MS / 1_000)}</span>}
          >
            <Chart
              label={messages.usage.requestsAndBlocksToday}
              by="time"
              at={points.map(({ at }) => at)}
              series={[
                { name: common.requestsToday, values: points.map(({ requests }) => requests), colour: '--accent' },
                { name: common.blockedToday, values: points.map(({ blocked }) => blocked), colour: '--bad' },
              ]}
            />
          </Card>
        </div>
      )}
    </Loaded>
  )
}
