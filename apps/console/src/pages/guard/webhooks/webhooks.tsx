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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/webhooks.ts'

export type Hook = Awaited<ReturnType<typeof guard.readWebhook>>

const COLUMNS: readonly Column<Hook>[] = [
  { id: 'state', title: common.status, width: '104px', cell: (hook) => <State hook={hook} /> },
  {
    id: 'url',
    title: common.url,
    width: 'minmax(220px, 3fr)',
    cell: ({ url }) => <span className="font-mono text-xs">{visible(url)}</span>,
  },
  {
    id: 'events',
    title: messages.webhooks.events,
    width: 'minmax(140px, 2fr)',
    cell: ({ events }) => (events.includes('*') ? messages.webhooks.all : events.join(', ')),
  },
  {
    id: 'description',
    title: common.description,
    width: 'minmax(120px, 2fr)',
    cell: ({ description }) => <span className="text-muted">{visible(description)}</span>,
  },
  { id: 'dropped', title: messages.webhooks.dropped, number: true, width: '84px', cell: ({ dropped }) => dropped },
  { id: 'updated', title: common.updated, width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

function State({ hook }: { readonly hook: Hook }) {
  if (!hook.enabled) return <Badge>{common.disabled}</Badge>
  return hook.failing_since === null ? (
    <Badge tone="ok">{common.enabled}</Badge>
  ) : (
    <Badge tone="bad">{messages.webhooks.failing}</Badge>
  )
}

export default function Webhooks() {
  return (
    <>
      <PageHeader title={messages.webhooks.webhooks} intro={messages.webhooks.signedHttpCallbacksForBlocks} />
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
      {messages.webhooks.newWebhook}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <Card flush title={messages.webhooks.receivers} actions={add}>
        <Loaded query={hooks} doing={messages.webhooks.loadingWebhooks}>
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <EmptyState icon={WebhookIcon} title={messages.webhooks.noWebhooks}>
                {messages.webhooks.addTheUrlOfAChatOrOnCall}
              </EmptyState>
            ) : (
              <DataTable
                label={messages.webhooks.webhooks}
                rows={webhooks}
                columns={COLUMNS}
                idOf={({ id }) => id}
                onOpen={setOpened}
              />
            )
          }
        </Loaded>
      </Card>
      <Deliveries />
      <WebhookDrawer hook={opened} events={hooks.data?.events ?? []} onClose={() => setOpened(undefined)} />
    </div>
  )
}
