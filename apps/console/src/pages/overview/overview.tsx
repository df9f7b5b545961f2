import { AREAS, useSession } from '../../api/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppsecPart } from './appsec-part.tsx'
import { AttentionCard } from './attention-card.tsx'
import { GuardPart } from './guard-part.tsx'
import { Numbers } from './numbers.tsx'
import { RedteamPart } from './redteam-part.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/overview.ts'

/** Items of all three services that need attention. */
export default function Overview() {
  const { data, error, refetch } = useSession()
  return (
    <>
      <PageHeader title={common.overview} intro={messages.overview.openItemsAndActivityAcrossAll} />
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingTheSession} />
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-6">
          {AREAS.some((area) => data[area].signedIn) && (
            <div className="flex flex-col gap-3">
              <AttentionCard session={data} />
              <Numbers session={data} />
            </div>
          )}
          <GuardPart session={data} />
          <AppsecPart session={data} />
          <RedteamPart session={data} />
        </div>
      )}
    </>
  )
}
