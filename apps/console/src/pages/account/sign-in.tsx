import { useSearch } from '@tanstack/react-router'
import { AREAS, useSession } from '../../api/session.ts'
import { SignInCard } from '../../app/sign-in-card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** How somebody stands with each of the three services. */
export default function SignIn() {
  const { data, error, refetch } = useSession()
  const { failed }: { readonly failed?: unknown } = useSearch({ strict: false })
  return (
    <>
      <PageHeader
        title="Sign-in"
        intro="Each service has sign-in of its own. Keys and passwords go to the console’s server alone; this page never holds them."
      />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Asking who is signed in" />}
      {data === undefined && error === null && <Skeleton lines={6} />}
      {failed === 'provider' && data?.appsec.signedIn === false && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-4 py-2 text-sm text-bad">
          Your organization’s provider did not sign you in to AppSec. Only members and whoever is invited get in, with
          an address that the provider has verified: ask an admin for an invitation, then try again.
        </p>
      )}
      {data !== undefined && (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          {AREAS.map((area) => (
            <SignInCard key={area} area={area} session={data} />
          ))}
        </div>
      )}
      {data !== undefined && <p className="mt-6 text-xs text-muted">Gatehouse {data.version}</p>}
    </>
  )
}
