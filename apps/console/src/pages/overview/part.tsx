import { AREA_TITLES } from '../../app/area-titles.ts'
import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Area, Session } from '../../api/session.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/overview.ts'
import { phrase } from '../../ui/phrase.tsx'

interface Props {
  readonly area: Area
  readonly session: Session
  readonly children: ReactNode
}

/** One service on the overview, or a link to its sign-in. */
export function Part({ area, session, children }: Props) {
  const { signedIn, reachable } = session[area]
  return (
    <section aria-labelledby={`part-${area}`}>
      <h2 id={`part-${area}`} className="mb-2 text-sm font-semibold text-muted">
        {AREA_TITLES[area]}
      </h2>
      {signedIn ? (
        children
      ) : (
        <p className="flex items-center gap-2 rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">
          <LogIn size={16} aria-hidden />
          {reachable ? (
            <span>
              {phrase(messages.part.toViewOpenItemsOfThisService, {
                link: <TextLink to="/sign-in">{common.signIn}</TextLink>,
              })}
            </span>
          ) : (
            messages.part.theServiceDoesNotRespond
          )}
        </p>
      )}
    </section>
  )
}
