import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DiffView } from '../../../ui/diff-view.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { textOf } from './policy-text.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/policies.ts'

/** Previous versions, their differences, and the rollback. */
export function Versions({ current }: { readonly current: number }) {
  const [picked, setPicked] = useState<number>()
  const versions = useQuery({
    queryKey: ['guard', 'policy-versions'],
    queryFn: ({ signal }) => guard.listPolicyVersions({ query: { limit: 200 } }, { signal }),
  })
  return (
    <Loaded query={versions} doing={messages.versions.loadingVersions}>
      {({ versions: lines }) =>
        lines.length === 0 ? (
          <EmptyState icon={HistoryIcon} title={messages.versions.noVersions}>
            {messages.versions.theFirstPublishedPolicyBecomes}
          </EmptyState>
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
            <ul
              aria-label={messages.versions.versions}
              className="max-h-[560px] overflow-y-auto rounded-md border border-line"
            >
              {lines.map(({ version, created_at, created_by }) => (
                <li key={version} className="border-b border-line last:border-0">
                  <button
                    type="button"
                    aria-current={version === (picked ?? current) ? 'true' : undefined}
                    onClick={() => setPicked(version)}
                    className={cx(
                      'flex min-h-12 w-full items-center gap-2 px-3 py-1.5 text-left text-sm -outline-offset-2 hover:bg-hover',
                      version === (picked ?? current) && 'bg-accent-soft',
                    )}
                  >
                    <span className="font-medium tabular-nums">{messages.versions.v(version)}</span>
                    {version === current && <Badge tone="ok">{common.active}</Badge>}
                    <span className="ml-auto min-w-0 text-right text-xs text-muted">
                      <Time at={created_at} />
                      <span className="block truncate">{created_by}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <Compared version={picked ?? current} current={current} />
          </div>
        )
      }
    </Loaded>
  )
}

function useVersion(version: number) {
  return useQuery({
    queryKey: ['guard', 'policy-versions', version],
    queryFn: ({ signal }) => guard.readPolicyVersion({ params: { version: String(version) } }, { signal }),
    staleTime: Infinity,
  })
}

function Compared({ version, current }: { readonly version: number; readonly current: number }) {
  const [asks, setAsks] = useState(false)
  const old = useVersion(version)
  const now = useVersion(current)
  const restore = useChange((to: number) => guard.restorePolicyVersion({ params: { version: String(to) } }), {
    stale: ['policies', 'guardrails', 'policy-versions'],
    said: (created, from) => messages.versions.versionPublishedWithTheContent(created.version, from),
    onDone: () => setAsks(false),
  })
  return (
    <Loaded query={old} doing={messages.versions.loadingTheVersion}>
      {(before) => (
        <Loaded query={now} doing={messages.versions.loadingTheActiveVersion}>
          {(after) => (
            <div className="flex min-w-0 flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <p className="text-sm font-medium">
                  {version === current
                    ? messages.versions.versionActive(version)
                    : messages.versions.changesFromVersionToVersion(version, current)}
                </p>
                {version !== current && (
                  <Button onClick={() => setAsks(true)}>{messages.versions.restoreVersion(version)}</Button>
                )}
              </div>
              <DiffView
                label={messages.versions.changesFromVersionToTheActive(version)}
                before={textOf(before)}
                after={textOf(after)}
              />
              <Confirm
                open={asks}
                onClose={() => setAsks(false)}
                title={messages.versions.restoreVersion2(version)}
                action={messages.versions.restore}
                busy={restore.isPending}
                error={restore.error}
                onConfirm={() => restore.mutate(version)}
              >
                {messages.versions.theContentIsPublishedAsANew(current)}
              </Confirm>
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
