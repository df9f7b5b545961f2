import { useQuery } from '@tanstack/react-query'
import { BrainCircuit } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { UPSTREAM_SECTIONS } from './upstream-fields.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'

type Upstream = Awaited<ReturnType<typeof guard.readModelUpstreams>>['upstreams'][number]
type Body = Parameters<typeof guard.saveModelUpstream>[0]['body']

const FIRST = {
  base_url: 'https://api.example.com/v1',
  api_key: '',
  models: ['gpt-*'],
  dialect: 'openai',
  order: 0,
  weight: 1,
}

const COLUMNS: readonly Column<Upstream>[] = [
  { id: 'order', title: messages.modelUpstreams.priority, number: true, width: '72px', cell: ({ order }) => order },
  {
    id: 'name',
    title: common.name,
    width: 'minmax(120px, 1fr)',
    cell: ({ name }) => <span className="font-medium">{visible(name)}</span>,
  },
  {
    id: 'state',
    title: common.status,
    width: '80px',
    cell: ({ enabled }) => <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? common.enabled : common.disabled}</Badge>,
  },
  {
    id: 'url',
    title: common.url,
    width: 'minmax(200px, 3fr)',
    cell: ({ base_url }) => <span className="font-mono text-xs">{visible(base_url)}</span>,
  },
  {
    id: 'models',
    title: common.models,
    width: 'minmax(140px, 2fr)',
    cell: ({ models }) => <span className="font-mono text-xs">{visible(models.join(', '))}</span>,
  },
  { id: 'dialect', title: messages.modelUpstreams.apiFormat, width: '96px', cell: ({ dialect }) => dialect },
  {
    id: 'key',
    title: common.key,
    width: '72px',
    cell: ({ api_key }) => (api_key === null ? common.none2 : messages.modelUpstreams.stored),
  },
  { id: 'weight', title: messages.modelUpstreams.weight, number: true, width: '80px', cell: ({ weight }) => weight },
]

export default function ModelUpstreams() {
  return (
    <>
      <PageHeader
        title={messages.modelUpstreams.modelUpstreams}
        intro={messages.modelUpstreams.modelProvidersOfTheChatGateway}
      />
      <Scoped needs="admin">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const all = useQuery({
    queryKey: ['guard', 'model-upstreams'],
    queryFn: ({ signal }) => guard.readModelUpstreams({}, { signal }),
  })
  return (
    <Definitions
      query={all}
      title={all.data === undefined ? '' : messages.modelUpstreams.total(all.data.upstreams.length)}
      label={messages.modelUpstreams.providers}
      rowsOf={({ upstreams }) => upstreams}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      valueOf={(upstream) => {
        const { name: _, ...value } = upstream
        return value
      }}
      first={FIRST}
      empty={({ uses_deployment }) => (
        <EmptyState icon={BrainCircuit} title={messages.modelUpstreams.noProviders}>
          {uses_deployment
            ? messages.modelUpstreams.theChatGatewayUsesTheProvider
            : messages.modelUpstreams.addAProviderAndSendChat}
        </EmptyState>
      )}
      what={messages.modelUpstreams.provider}
      nameHelp={messages.modelUpstreams.lettersDigitsAndShownIn}
      help={messages.modelUpstreams.theApiKeyIsStoredEncryptedAnd}
      sections={UPSTREAM_SECTIONS}
      stale={['model-upstreams']}
      save={async (name, value) => (await guard.saveModelUpstream({ params: { name }, body: value as Body })).warning}
      remove={(name) => guard.deleteModelUpstream({ params: { name } })}
      removed={messages.modelUpstreams.theApiKeyIsDeletedOther}
    />
  )
}
