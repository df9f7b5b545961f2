import type { guard } from '../../../api/clients.ts'
import { Progress } from '../../../ui/progress.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/keys.ts'

type View = Awaited<ReturnType<typeof guard.readOwnUsage>>

/** Usage against quotas. */
export function UsageBars({ view: { usage, quota } }: { readonly view: View }) {
  const rows = [
    [messages.usageBars.requestsThisMinute, usage.requests_this_minute, quota.requests_per_minute],
    [common.requestsToday, usage.requests_today, quota.requests_per_day],
    [messages.usageBars.tokensToday, usage.tokens_today, quota.tokens_per_day],
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
                <span className="text-muted">
                  {messages.usageBars.of(most === null ? common.unlimited : most.toLocaleString())}
                </span>
              </span>
            </dt>
            <dd className="mt-1.5">
              {most === null ? (
                <p className="text-xs text-muted">{messages.usageBars.unlimited}</p>
              ) : (
                <Progress label={label} value={used} max={most} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="self-start">
        <Stat
          label={common.blockedToday}
          value={usage.blocked_today.toLocaleString()}
          note={
            usage.requests_today === 0
              ? undefined
              : messages.usageBars.ofRequests(((100 * usage.blocked_today) / usage.requests_today).toFixed(1))
          }
        />
      </div>
    </div>
  )
}
