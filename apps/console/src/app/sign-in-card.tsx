import { AREA_TITLES } from './area-titles.ts'
import { CircleCheck, LogOut, Unplug } from 'lucide-react'
import { useSigning, type Area, type Session } from '../api/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { AppsecForm } from './sign-in/appsec-form.tsx'
import { GuardForm } from './sign-in/guard-form.tsx'
import { RedteamForm } from './sign-in/redteam-form.tsx'
import { messages } from '../messages/sign-in.ts'
import { phrase } from '../ui/phrase.tsx'

interface Props {
  readonly area: Area
  readonly session: Session
}

/** Sign-in state of one service, with sign-in and sign-out. */
export function SignInCard({ area, session }: Props) {
  const state = session[area]
  return (
    <Card title={AREA_TITLES[area]} actions={<StateBadge area={area} session={session} />}>
      {state.reachable ? <Inside area={area} session={session} /> : <Away area={area} />}
    </Card>
  )
}

function StateBadge({ area, session }: Props) {
  const { reachable, signedIn, until } = session[area]
  if (!reachable)
    return (
      <Badge tone="bad" icon={Unplug}>
        {messages.signInCard.unreachable}
      </Badge>
    )
  if (!signedIn) return <Badge>{messages.signInCard.signedOut}</Badge>
  return (
    <Badge tone="ok" icon={CircleCheck}>
      {until === undefined ? messages.signInCard.noSignInRequired : messages.signInCard.signedIn}
    </Badge>
  )
}

function Away({ area }: { readonly area: Area }) {
  return (
    <p className="text-sm text-muted">
      {phrase(messages.signInCard.theServiceDoesNotRespondStart, {
        startAll: <code className="font-mono text-xs">{messages.signInCard.gatehouseUp}</code>,
        startOne: <code className="font-mono text-xs">{messages.signInCard.gatehouse(area)}</code>,
      })}
    </p>
  )
}

function Inside({ area, session }: Props) {
  const { until, signedIn } = session[area]
  return (
    <div className="flex flex-col gap-4">
      <Who area={area} session={session} />
      {area === 'guard' && <GuardForm session={session} />}
      {area === 'appsec' && !signedIn && <AppsecForm session={session} />}
      {area === 'redteam' && !signedIn && <RedteamForm mode={session.redteam.mode} />}
      {until !== undefined && <SignOut area={area} until={until} />}
    </div>
  )
}

function Who({ area, session: { guard, appsec, redteam } }: Props) {
  switch (area) {
    case 'guard':
      if (guard.mode === 'open') {
        return <p className="text-sm text-muted">{messages.signInCard.authenticationIsDisabled}</p>
      }
      return guard.tenant === true ? (
        <p className="text-sm">
          {messages.signInCard.signedInWithAKeyOfScope(
            guard.scope ?? '',
            guard.tenantId === null ? '' : messages.signInCard.forTenant(guard.tenantId ?? ''),
          )}
        </p>
      ) : null
    case 'appsec':
      return appsec.account === null || appsec.account === undefined ? null : (
        <p className="text-sm">
          {phrase(messages.signInCard.account, {
            user: <strong className="font-semibold">{appsec.account.user.name}</strong>,
            email: appsec.account.user.email,
            role: appsec.account.role.toLowerCase(),
            organization: appsec.account.organization.name,
          })}
        </p>
      )
    case 'redteam':
    default:
      return redteam.mode === 'none' ? (
        <p className="text-sm text-muted">{messages.signInCard.authenticationIsDisabled2}</p>
      ) : null
  }
}

function SignOut({ area, until }: { readonly area: Area; readonly until: string }) {
  const { signOut } = useSigning(area)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 text-xs text-muted">
      <span>{phrase(messages.signInCard.sessionExpires, { time: <Time at={until} /> })}</span>
      <Button
        look="quiet"
        icon={LogOut}
        onClick={() => void signOut().catch((error: Error) => toast(error.message, 'bad'))}
      >
        {messages.signInCard.signOut}
      </Button>
    </div>
  )
}
