import type { guard } from '../../../api/clients.ts'
import { Progress } from '../../../ui/progress.tsx'
import { Stat } from '../../../ui/stat.tsx'

type View = Awaited<ReturnType<typeof guard.readOwnUsage>>

/** What is used, beside what may be. */
export function UsageBars({ view: { usage, quota } }: { readonly view: View }) {
  const rows = [
    ['Requests this minute', usage.requests_this_minute, quota.requests_per_minute],
    ['Requests today', usage.requests_today, quota.requests_per_day],
    ['Tokens today', usage.tokens_today, quota.tokens_per_day],
  ] as const
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_200px]">
      <dl className="flex flex-col gap-4 text-sm">
        {rows.map(([label, used, most]) => (
          <div key={label}>
            <dt className="flex justify-between gap-2">
              <span className="font-medium">{label}</span>
              <span className="tabular-nums">
                {used.toLocaleString()}{' '}
                <span className="text-muted">of {most === null ? 'any number' : most.toLocaleString()}</span>
              </span>
            </dt>
            <dd className="mt-1.5">
              {most === null ? (
                <p className="text-xs text-muted">No limit</p>
              ) : (
                <Progress label={label} value={used} max={most} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="self-start">
        <Stat
          label="Refused today"
          value={usage.blocked_today.toLocaleString()}
          note={
            usage.requests_today === 0
              ? undefined
              : `${((100 * usage.blocked_today) / usage.requests_today).toFixed(1)} % of all`
          }
        />
      </div>
    </div>
  )
}
