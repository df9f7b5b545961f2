import { Inbox, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { useChange } from '../parts/use-change.ts'
import { usePages } from '../parts/use-pages.ts'
import { visible, visibleJson } from '../parts/visible.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/webhooks.ts'
import { phrase } from '../../../ui/phrase.tsx'
import { choicesOf, labelOf } from '../../../ui/words.ts'

type Delivery = Awaited<ReturnType<typeof guard.readDelivery>>
type Status = Delivery['status']

const FRESH_MS = 5_000
const TONES: Readonly<Record<Status, Tone>> = { pending: 'accent', delivered: 'ok', dead: 'bad' }

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'status',
    title: common.status,
    width: '104px',
    cell: ({ status }) => <Badge tone={TONES[status]}>{labelOf(status)}</Badge>,
  },
  {
    id: 'event',
    title: messages.deliveries.event,
    width: 'minmax(150px, 2fr)',
    cell: ({ event }) => <span className="font-mono text-xs">{visible(event)}</span>,
  },
  {
    id: 'answer',
    title: messages.deliveries.response,
    width: 'minmax(140px, 2fr)',
    cell: ({ response_status, error }) => visible(error ?? String(response_status ?? '–')),
  },
  {
    id: 'attempts',
    title: messages.deliveries.attempts,
    number: true,
    width: '88px',
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'next',
    title: messages.deliveries.nextAttempt,
    width: '110px',
    cell: ({ next_attempt_at }) => (next_attempt_at === null ? '–' : <Time at={next_attempt_at} />),
  },
  { id: 'made', title: common.created, width: '110px', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Lists the deliveries to all webhooks, with their status. */
export function Deliveries() {
  const [status, setStatus] = useState('')
  const [opened, setOpened] = useState<Delivery>()
  const { rows, error, refetch, more, hasMore } = usePages({
    key: ['deliveries', status],
    ask: (page, signal) =>
      guard.listAllDeliveries(
        { query: { ...page, ...(status === '' ? {} : { status: status as Status }) } },
        { signal },
      ),
    rowsOf: ({ deliveries }) => deliveries,
    everyMs: FRESH_MS,
  })
  return (
    <Card
      flush
      title={messages.deliveries.deliveries}
      actions={
        <Select
          aria-label={messages.deliveries.deliveryStatus}
          className="!w-36"
          value={status}
          onPick={setStatus}
          options={[{ value: '', label: common.anyStatus }, ...choicesOf(Object.keys(TONES))]}
        />
      }
    >
      {error !== null && <ErrorState error={error} onRetry={refetch} doing={messages.deliveries.loadingDeliveries} />}
      {rows === undefined && error === null && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState icon={Inbox} title={messages.deliveries.noDeliveries}>
          {messages.deliveries.deliveredEventsAndTheResponses}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={messages.deliveries.deliveries}
          rows={rows}
          columns={COLUMNS}
          idOf={({ id }) => id}
          total={hasMore ? rows.length + 1 : rows.length}
          onOpen={setOpened}
          onEnd={more}
        />
      )}
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={visible(opened?.event ?? '')}>
        {opened !== undefined && <DeliveryDetails delivery={opened} onDone={() => setOpened(undefined)} />}
      </Drawer>
    </Card>
  )
}

function DeliveryDetails({ delivery, onDone }: { readonly delivery: Delivery; readonly onDone: () => void }) {
  const retry = useChange(() => guard.retryDeliveryAlso({ params: { delivery_id: delivery.id } }), {
    stale: ['deliveries', 'webhooks'],
    loud: true,
    said: () => messages.deliveries.redeliveryQueued,
    onDone,
  })
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <Badge tone={TONES[delivery.status]}>{labelOf(delivery.status)}</Badge>
        <Time at={delivery.created_at} />
        <Button icon={RotateCw} className="ml-auto" busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {messages.deliveries.redeliver}
        </Button>
      </div>
      <ul aria-label={messages.deliveries.attempts} className="flex flex-col gap-2">
        {delivery.log.map((attempt) => (
          <li key={attempt.at} className="rounded-md border border-line p-3 text-sm">
            <p className="flex flex-wrap justify-between gap-2">
              <span>
                {visible(attempt.error ?? messages.deliveries.status(attempt.status ?? messages.deliveries.noResponse))}
              </span>
              <span className="text-muted tabular-nums">
                {phrase(messages.deliveries.ms, {
                  time: <Time at={attempt.at} />,
                  durationMs: attempt.duration_ms.toFixed(0),
                })}
              </span>
            </p>
            {attempt.snippet !== '' && <p className="mt-1 font-mono text-xs text-muted">{visible(attempt.snippet)}</p>}
          </li>
        ))}
      </ul>
      <div>
        <h3 className="mb-1 text-sm font-medium">{messages.deliveries.payload}</h3>
        <CodeBlock label={messages.deliveries.payload} text={visibleJson(delivery.payload)} />
      </div>
    </div>
  )
}
