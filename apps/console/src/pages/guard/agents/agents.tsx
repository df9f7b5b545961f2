import { useQuery } from '@tanstack/react-query'
import { Bot, Plus, UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge, Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Definition, DefinitionDrawer } from '../parts/definition-drawer.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { AGENT_SECTIONS } from './agent-fields.ts'
import { changesOf } from '../parts/changes-of.ts'
import { RolesMatrix } from './roles-matrix.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/agents.ts'

export type Agent = Awaited<ReturnType<typeof guard.listAgents>>['items'][number]
type Unknown = Awaited<ReturnType<typeof guard.listUnregistered>>['agents'][number]

const STALE = ['agents', 'roles', 'unregistered']
const FIRST = { tools: ['orders_*'], role_permissions: { manager: ['*'] } }

function definitionOf(agent: Agent): Definition {
  const { agent_id: name, created_at: _made, updated_at: _changed, ...value } = agent
  return { name, value }
}

const COLUMNS: readonly Column<Agent>[] = [
  {
    id: 'id',
    title: common.agent,
    width: 'minmax(140px, 2fr)',
    cell: ({ agent_id }) => <span className="font-medium">{visible(agent_id)}</span>,
  },
  { id: 'name', title: messages.agents.displayName, width: 'minmax(120px, 2fr)', cell: ({ name }) => visible(name) },
  {
    id: 'status',
    title: common.status,
    width: '110px',
    cell: ({ status }) => (status === 'active' ? <Verdict of="active" /> : <Badge>{common.disabled}</Badge>),
  },
  {
    id: 'tools',
    title: common.tools,
    width: 'minmax(160px, 3fr)',
    cell: ({ tools }) => <span className="font-mono text-xs">{visible(tools.join(', ')) || '–'}</span>,
  },
  {
    id: 'roles',
    title: common.roles,
    number: true,
    width: '72px',
    cell: ({ role_permissions }) => Object.keys(role_permissions).length,
  },
  { id: 'updated', title: common.updated, width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export default function Agents() {
  return (
    <>
      <PageHeader title={messages.agents.agents} intro={messages.agents.registeredAgentsWithTheirTools} />
      <Scoped needs="admin">
        <Registry />
      </Scoped>
    </>
  )
}

function Registry() {
  const [opened, setOpened] = useState<Definition>()
  const agents = useQuery({ queryKey: ['guard', 'agents'], queryFn: ({ signal }) => guard.listAgents({}, { signal }) })
  return (
    <div className="flex flex-col gap-4">
      <Card
        flush
        title={messages.agents.registered}
        actions={
          <Button look="primary" icon={Plus} onClick={() => setOpened({ value: FIRST })}>
            {messages.agents.newAgent}
          </Button>
        }
      >
        <Loaded query={agents} doing={messages.agents.loadingAgents}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={Bot} title={messages.agents.noAgents}>
                {messages.agents.registerAnAgentToRestrictIts}
              </EmptyState>
            ) : (
              <DataTable
                label={messages.agents.agents}
                rows={items}
                columns={COLUMNS}
                idOf={({ agent_id }) => agent_id}
                onOpen={(agent) => setOpened(definitionOf(agent))}
              />
            )
          }
        </Loaded>
      </Card>
      {agents.data !== undefined && agents.data.items.length > 0 && <RolesMatrix agents={agents.data.items} />}
      <Unregistered onRegister={(id) => setOpened({ suggested: id, value: { tools: [] } })} />
      <DefinitionDrawer
        definition={opened}
        onClose={() => setOpened(undefined)}
        what={messages.agents.agent}
        nameHelp={messages.agents.theAgentIdLettersDigitsAnd}
        help={messages.agents.setTheAllowedToolsByRole}
        sections={AGENT_SECTIONS}
        stale={STALE}
        save={async (id, value, before) => {
          if (opened?.name === undefined) await guard.createAgent({ body: { ...value, agent_id: id } })
          else await guard.changeAgent({ params: { agent_id: id }, body: changesOf(before, value, true) })
          return undefined
        }}
        remove={(id) => guard.deleteAgent({ params: { agent_id: id } })}
        removed={messages.agents.theTenantSettingForUnknown}
      />
    </div>
  )
}

function Unregistered({ onRegister }: { readonly onRegister: (id: string) => void }) {
  const unknown = useQuery({
    queryKey: ['guard', 'unregistered'],
    queryFn: ({ signal }) => guard.listUnregistered({}, { signal }),
  })
  const forget = useChange(() => guard.forgetUnregistered(), {
    stale: ['unregistered'],
    loud: true,
    said: ({ deleted }) => messages.agents.unknownAgentsDeleted(deleted),
  })
  const columns: readonly Column<Unknown>[] = [
    {
      id: 'id',
      title: common.agent,
      width: 'minmax(140px, 2fr)',
      cell: ({ agent_id }) => <span className="font-medium">{visible(agent_id)}</span>,
    },
    { id: 'calls', title: messages.agents.calls, number: true, width: '80px', cell: ({ call_count }) => call_count },
    {
      id: 'roles',
      title: common.roles,
      width: 'minmax(120px, 1fr)',
      cell: ({ roles }) => visible(roles.join(', ')) || '–',
    },
    {
      id: 'first',
      title: messages.agents.firstSeen,
      width: '110px',
      cell: ({ first_seen }) => <Time at={first_seen} />,
    },
    { id: 'last', title: messages.agents.lastSeen, width: '110px', cell: ({ last_seen }) => <Time at={last_seen} /> },
    {
      id: 'register',
      title: common.action,
      width: '116px',
      cell: ({ agent_id }) => <Button onClick={() => onRegister(agent_id)}>{messages.agents.register}</Button>,
    },
  ]
  return (
    <Card
      flush
      title={messages.agents.unregisteredAgents}
      actions={
        (unknown.data?.total ?? 0) > 0 && (
          <Button busy={forget.isPending} onClick={() => forget.mutate(undefined)}>
            {messages.agents.deleteAll}
          </Button>
        )
      }
    >
      <Loaded query={unknown} doing={messages.agents.loadingUnknownAgents}>
        {({ agents }) =>
          agents.length === 0 ? (
            <EmptyState icon={UserRoundSearch} title={messages.agents.noUnregisteredAgents}>
              {messages.agents.agentsThatMakeCallsWithout}
            </EmptyState>
          ) : (
            <DataTable
              label={messages.agents.unregisteredAgents}
              rows={agents}
              columns={columns}
              idOf={({ agent_id }) => agent_id}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
