import { useQuery } from '@tanstack/react-query'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Finding, type FindingStatus, STATUS_NAMES, useMay } from './kinds.ts'
import { messages } from '../../../messages/appsec/findings.ts'

/** Maximum number of searched log entries. */
const LOOKED_MAX = 200

/** Status history of a finding from the audit log, for users with the role Security or higher. */
export function FindingHistory({ finding }: { readonly finding: Finding }) {
  const isAllowed = useMay('SECURITY')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'audit', 'triaged'],
    queryFn: ({ signal }) =>
      appsec.readAuditLog({ query: { action: 'finding.triaged', limit: LOOKED_MAX } }, { signal }),
    enabled: isAllowed,
  })
  if (!isAllowed) return null
  const entries = data?.entries.filter(({ resourceId, details: { ids, fingerprint } }) => {
    const isNamed = Array.isArray(ids) && ids.includes(finding.id)
    return resourceId === finding.id || isNamed || fingerprint === finding.fingerprint
  })
  return (
    <Card title={messages.findingHistory.history}>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.findingHistory.loadingTheHistory} />
      )}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && data.nextCursor !== null && (
        <p className="mb-2 text-xs text-muted">{messages.findingHistory.onlyTheLatest200TriageEntries}</p>
      )}
      <ol className="flex flex-col gap-2 text-sm">
        {entries?.map(({ id, user, details, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{nameOf(details['to'])}</span>
            <span className="text-muted">{messages.findingHistory.by(user.email)}</span>
            <span className="ml-auto text-xs text-muted">
              <Time at={createdAt} />
            </span>
          </li>
        ))}
        <li className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{messages.findingHistory.found}</span>
          {finding.isNew && <span className="text-muted">{messages.findingHistory.forTheFirstTime}</span>}
          <span className="ml-auto text-xs text-muted">
            <Time at={finding.createdAt} />
          </span>
        </li>
      </ol>
    </Card>
  )
}

function nameOf(status: unknown): string {
  return STATUS_NAMES[status as FindingStatus] ?? String(status)
}
