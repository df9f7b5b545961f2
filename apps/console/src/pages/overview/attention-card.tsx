import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../api/session.ts'
import { existingPath } from '../../app/existing.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { approvalItem, breakerItem, type Item, runItems, scanItems, switchItem, webhookItems } from './attention.ts'
import { nothingText, type Unchecked, uncheckedAreas, uncheckedText } from './unchecked.ts'
import { approvalsQuery, breakersQuery, runsQuery, scansQuery, switchesQuery, webhooksQuery } from './queries.ts'
import { guardSight } from './guard-sight.ts'
import { messages } from '../../messages/overview.ts'

/** Own limit: further items are only counted. */
const SHOWN = 10

/** Items that need attention, of all services with a session, most urgent first. */
export function AttentionCard({ session }: { readonly session: Session }) {
  const { items, error, isLoading, retry } = useAttention(session)
  const unchecked = uncheckedAreas(session)
  const [all, setAll] = useState(false)
  const rest = all ? 0 : items.length - SHOWN
  return (
    <Card
      flush
      title={messages.attentionCard.needsAttention}
      actions={
        items.length > 0 && (
          <span className="text-muted tabular-nums">{messages.attentionCard.total(items.length)}</span>
        )
      }
    >
      {error !== null && (
        <ErrorState error={error} onRetry={retry} doing={messages.attentionCard.checkingForOpenItems} />
      )}
      {isLoading && items.length === 0 && <Skeleton lines={3} />}
      {!isLoading && error === null && items.length === 0 && <Nothing unchecked={unchecked} />}
      {items.length > 0 && (
        <ul aria-label={messages.attentionCard.needsAttention}>
          {items.slice(0, all ? items.length : SHOWN).map((item) => (
            <Line key={item.id} {...item} />
          ))}
        </ul>
      )}
      {items.length > 0 && unchecked.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">{uncheckedText(unchecked)}</p>
      )}
      {rest > 0 && (
        <div className="px-2 py-1">
          <Button look="quiet" onClick={() => setAll(true)}>
            {messages.attentionCard.showMore(rest)}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Message for an empty list, which does not cover unchecked services. */
function Nothing({ unchecked }: { readonly unchecked: readonly Unchecked[] }) {
  const isWhole = unchecked.length === 0
  const Icon = isWhole ? CircleCheckBig : CircleDashed
  return (
    <p className="flex items-center gap-2 px-4 py-4 text-sm">
      <Icon size={18} aria-hidden className={isWhole ? 'shrink-0 text-ok' : 'shrink-0 text-muted'} />
      <span>
        <span className="font-medium">{nothingText(unchecked)}</span>{' '}
        <span className="text-muted">{messages.attentionCard.pendingApprovalsOpenCircuit}</span>
      </span>
    </p>
  )
}

function Line({ kind, tone, icon, what, detail, at, to }: Item) {
  const path = existingPath(to)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 border-b border-line px-4 py-2 text-sm last:border-0 sm:grid-cols-[184px_minmax(0,2fr)_minmax(0,3fr)_88px]">
      <span>
        <Badge tone={tone} icon={icon}>
          {kind}
        </Badge>
      </span>
      <span className="min-w-0 truncate font-medium max-sm:order-3 max-sm:col-span-2">
        {path === undefined ? what : <TextLink to={path}>{what}</TextLink>}
      </span>
      <span
        className="min-w-0 truncate text-muted first-letter:uppercase max-sm:order-4 max-sm:col-span-2"
        title={detail}
      >
        {detail}
      </span>
      <span className="text-right text-xs text-muted max-sm:order-2">
        <Time at={at} />
      </span>
    </li>
  )
}

function useAttention(session: Session) {
  const { asTenant, decisions } = guardSight(session)
  const approvals = useQuery({ ...approvalsQuery, enabled: asTenant })
  const breakers = useQuery({ ...breakersQuery, enabled: asTenant })
  const switches = useQuery({ ...switchesQuery, enabled: asTenant })
  const hooks = useQuery({ ...webhooksQuery, enabled: decisions === 'own' })
  const scans = useQuery({ ...scansQuery, enabled: session.appsec.signedIn })
  const runs = useQuery({ ...runsQuery, enabled: session.redteam.signedIn })
  const requests = [approvals, breakers, switches, hooks, scans, runs]
  const failed = requests.filter(({ error }) => error !== null)
  const items = [
    ...(approvals.data?.approvals.map(approvalItem) ?? []),
    ...(breakers.data?.circuit_breakers.flatMap((circuit_breaker) => breakerItem(circuit_breaker) ?? []) ?? []),
    ...webhookItems(hooks.data?.webhooks ?? [], hooks.data?.dead ?? [], hooks.dataUpdatedAt),
    ...runItems(runs.data ?? []),
    ...scanItems(scans.data?.scans ?? []),
    ...(switches.data?.disabled.map(switchItem) ?? []),
  ]
  return {
    items,
    error: failed[0]?.error ?? null,
    isLoading: requests.some(({ isLoading }) => isLoading),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}
