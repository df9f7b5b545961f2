import { useSession } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppsecPart } from './appsec-part.tsx'
import { GuardPart } from './guard-part.tsx'
import { RedteamPart } from './redteam-part.tsx'

/** What needs attention, of all three services. */
export default function Overview() {
  const { data } = useSession()
  return (
    <>
      <PageHeader title="Overview" intro="What needs attention, across everything that you may see." />
      {data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <div className="flex flex-col gap-6">
          <GuardPart session={data} />
          <AppsecPart session={data} />
          <RedteamPart session={data} />
        </div>
      )}
    </>
  )
}
