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
  { id: 'order', title: 'Order', number: true, width: '72px', cell: ({ order }) => order },
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(120px, 1fr)',
    cell: ({ name }) => <span className="font-medium">{visible(name)}</span>,
  },
  {
    id: 'state',
    title: 'State',
    width: '80px',
    cell: ({ enabled }) => <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? 'on' : 'off'}</Badge>,
  },
  {
    id: 'url',
    title: 'Address',
    width: 'minmax(200px, 3fr)',
    cell: ({ base_url }) => <span className="font-mono text-xs">{visible(base_url)}</span>,
  },
  {
    id: 'models',
    title: 'Models',
    width: 'minmax(140px, 2fr)',
    cell: ({ models }) => <span className="font-mono text-xs">{visible(models.join(', '))}</span>,
  },
  { id: 'dialect', title: 'Speaks', width: '96px', cell: ({ dialect }) => dialect },
  { id: 'key', title: 'Key', width: '72px', cell: ({ api_key }) => (api_key === null ? 'none' : 'held') },
  { id: 'weight', title: 'Weight', number: true, width: '80px', cell: ({ weight }) => weight },
]

export default function ModelUpstreams() {
  return (
    <>
      <PageHeader
        title="Model upstreams"
        intro="Providers behind the chat gateway: the lowest order is asked first, the next ones where it fails."
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
      title={all.data === undefined ? '' : `${all.data.upstreams.length} in all`}
      label="Providers"
      rowsOf={({ upstreams }) => upstreams}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      valueOf={(upstream) => {
        const { name: _, ...value } = upstream
        return value
      }}
      first={FIRST}
      empty={({ uses_deployment }) => (
        <EmptyState icon={BrainCircuit} title="No provider of your own yet">
          {uses_deployment
            ? 'Calls of the chat gateway go to the provider of this deployment until you name one.'
            : 'Name a provider, and send chats to /v1/chat/completions here instead of there.'}
        </EmptyState>
      )}
      what="provider"
      nameHelp="Letters, digits, ., _ and -. It names the provider in answers and logs."
      help="Its key is stored sealed and read back as ***; a new address needs the key again."
      sections={UPSTREAM_SECTIONS}
      stale={['model-upstreams']}
      save={async (name, value) => (await guard.saveModelUpstream({ params: { name }, body: value as Body })).warning}
      remove={(name) => guard.deleteModelUpstream({ params: { name } })}
      removed="Its key is erased. Its models are asked of the others that name them."
    />
  )
}
