import type { ComponentType } from 'react'
import { type Area, useSession } from '../api/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { common } from '../messages/common.ts'

interface Props {
  readonly area: Area
  readonly title: string
  readonly Inside: ComponentType
}

/** Shows a page to signed-in users, and a sign-in form to others. */
export function AreaGate({ area, title, Inside }: Props) {
  const { data, error, refetch } = useSession()
  if (data?.[area].signedIn === true) return <Inside />
  return (
    <>
      <PageHeader title={title} />
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingTheSession} />
        )
      ) : (
        <div className="max-w-md">
          <SignInCard area={area} session={data} />
        </div>
      )}
    </>
  )
}
