import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'

export type Hook = Awaited<ReturnType<typeof guard.readWebhook>>

const COLUMNS: readonly Column<Hook>[] = [
  { id: 'state', title: 'State', width: '104px', cell: (hook) => <State hook={hook} /> },
  {
    id: 'url',
    title: 'Address',
    width: 'minmax(220px, 3fr)',
    cell: ({ url }) => <span className="font-mono text-xs">{visible(url)}</span>,
  },
  {
    id: 'events',
    title: 'Events',
    width: 'minmax(140px, 2fr)',
    cell: ({ events }) => (events.includes('*') ? 'all' : events.join(', ')),
  },
  {
    id: 'description',
    title: 'For',
    width: 'minmax(120px, 2fr)',
    cell: ({ description }) => <span className="text-muted">{visible(description)}</span>,
  },
  { id: 'dropped', title: 'Dropped', number: true, width: '84px', cell: ({ dropped }) => dropped },
  { id: 'updated', title: 'Changed', width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

function State({ hook }: { readonly hook: Hook }) {
  if (!hook.enabled) return <Badge>off</Badge>
  return hook.failing_since === null ? <Badge tone="ok">on</Badge> : <Badge tone="bad">failing</Badge>
}

export default function Webhooks() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        intro="Addresses that are told of blocks, approvals and changes. Each call is signed; what is not taken is tried again for a day."
      />
      <Scoped needs="admin">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const [opened, setOpened] = useState<Hook | 'new'>()
  const hooks = useQuery({
    queryKey: ['guard', 'webhooks'],
    queryFn: ({ signal }) => guard.listWebhooks({}, { signal }),
  })
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpened('new')}>
      New webhook
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <Card flush title="Receivers" actions={add}>
        <Loaded query={hooks} doing="Loading the webhooks">
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <EmptyState icon={WebhookIcon} title="Nobody is told yet">
                Name an address, for example of your chat or your on-call service, and choose what it is told of.
              </EmptyState>
            ) : (
              <DataTable label="Webhooks" rows={webhooks} columns={COLUMNS} idOf={({ id }) => id} onOpen={setOpened} />
            )
          }
        </Loaded>
      </Card>
      <Deliveries />
      <WebhookDrawer hook={opened} events={hooks.data?.events ?? []} onClose={() => setOpened(undefined)} />
    </div>
  )
}
