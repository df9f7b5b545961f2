import { useSearch } from '@tanstack/react-router'
import { AREAS, useSession } from '../../api/session.ts'
import { SignInCard } from '../../app/sign-in-card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/sign-in.ts'

/** Sign-in state of the three services. */
export default function SignIn() {
  const { data, error, refetch } = useSession()
  const { failed }: { readonly failed?: unknown } = useSearch({ strict: false })
  return (
    <>
      <PageHeader title={common.account} intro={messages.signIn.signInToEachServiceSeparately} />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingTheSession} />}
      {data === undefined && error === null && <Skeleton lines={6} />}
      {failed === 'provider' && data?.appsec.signedIn === false && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-4 py-2 text-sm text-bad">
          {messages.signIn.yourIdentityProviderDidNotSign}
        </p>
      )}
      {data !== undefined && (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          {AREAS.map((area) => (
            <SignInCard key={area} area={area} session={data} />
          ))}
        </div>
      )}
      {data !== undefined && <p className="mt-6 text-xs text-muted">{messages.signIn.gatehouse(data.version)}</p>}
    </>
  )
}
