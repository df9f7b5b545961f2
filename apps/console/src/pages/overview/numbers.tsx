import { useQuery } from '@tanstack/react-query'
import type { Session } from '../../api/session.ts'
import { Stat } from '../../ui/stat.tsx'
import { judgedText, scoreText } from '../redteam/parts/judged.ts'
import { projectsText } from './projects.ts'
import { projectsQuery, runsQuery, trendsQuery, usageQuery } from './queries.ts'
import { guardSight } from './guard-sight.ts'
import { span } from './span.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/overview.ts'

const COUNT = new Intl.NumberFormat(undefined)
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const UNKNOWN = '–'

/** Key figures. */
export function Numbers({ session }: { readonly session: Session }) {
  const { asTenant } = guardSight(session)
  const { signedIn: withCode } = session.appsec
  const { signedIn: withRuns } = session.redteam
  if (!asTenant && !withCode && !withRuns) return null
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      {asTenant && <GuardNumbers />}
      {withCode && <AppsecNumbers />}
      {withRuns && <RedteamNumber />}
    </div>
  )
}

function GuardNumbers() {
  const { data } = useQuery(usageQuery)
  const { requests_today: requests = 0, blocked_today: blocked = 0 } = data?.usage ?? {}
  return (
    <>
      <Stat
        label={common.requestsToday}
        value={data === undefined ? UNKNOWN : COUNT.format(requests)}
        note={messages.numbers.screenedUtcDay}
      />
      <Stat
        label={common.blockedToday}
        value={data === undefined ? UNKNOWN : COUNT.format(blocked)}
        note={
          requests === 0 ? messages.numbers.noRequests : messages.numbers.ofRequests(PERCENT.format(blocked / requests))
        }
      />
    </>
  )
}

function AppsecNumbers() {
  const { data } = useQuery(projectsQuery)
  const { data: trends } = useQuery(trendsQuery)
  const projects = data?.projects ?? []
  const [critical, high] = (['critical', 'high'] as const).map((severity) =>
    projects.reduce((sum, { card }) => sum + card.counts[severity], 0),
  ) as [number, number]
  const repairs = ['CRITICAL', 'HIGH'].flatMap((severity) => trends?.mttr[severity] ?? [])
  const repaired = repairs.reduce((sum, { count }) => sum + count, 0)
  const hours = repairs.reduce((sum, { count, meanHours }) => sum + count * meanHours, 0) / repaired
  return (
    <>
      <Stat
        label={messages.numbers.criticalAndHighFindings}
        value={data === undefined ? UNKNOWN : COUNT.format(critical + high)}
        tone={critical > 0 ? 'bad' : high > 0 ? 'warn' : 'plain'}
        note={
          data === undefined
            ? messages.numbers.open
            : messages.numbers.criticalIn(COUNT.format(critical), projectsText(projects.length, data.total))
        }
      />
      <Stat
        label={common.meanTimeToRepair}
        value={repaired === 0 ? UNKNOWN : span(hours)}
        note={
          repaired === 0 ? messages.numbers.noRepairsIn30Days : messages.numbers.criticalAndHighRepaired30Days(repaired)
        }
      />
    </>
  )
}

function RedteamNumber() {
  const { data } = useQuery(runsQuery)
  const newest = data?.find(({ status, summary }) => status === 'done' && summary !== undefined)?.summary
  const { low = 0, high = 0 } = newest?.confidenceInterval ?? {}
  return (
    <Stat
      label={messages.numbers.latestRedTeamScore}
      value={newest === undefined ? UNKNOWN : scoreText(newest)}
      tone={newest !== undefined && newest.vulnerable > 0 ? 'bad' : 'plain'}
      note={
        newest === undefined
          ? messages.numbers.noCompletedRun
          : (judgedText(newest) ?? messages.numbers.outOf10095CiTo(low.toFixed(0), high.toFixed(0)))
      }
    />
  )
}
