import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Definition, DefinitionDrawer } from '../parts/definition-drawer.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { useRole } from '../parts/use-role.ts'
import { visible } from '../parts/visible.ts'
import { SERVER_SECTIONS } from './server-fields.ts'
import { ServerDrawer } from './server-drawer.tsx'

export type McpServer = Awaited<ReturnType<typeof guard.listMcpServers>>['servers'][number]

const FIRST = {
  url: 'https://mcp.example.com/files',
  trust_score: 0.9,
  tools: [{ name: 'read_file', description: 'Reads a file of the project.' }],
}

const badTools = ({ tools }: McpServer): number => tools.filter(({ findings }) => findings.length > 0).length

const COLUMNS: readonly Column<McpServer>[] = [
  {
    id: 'server',
    title: 'Server',
    width: 'minmax(140px, 1fr)',
    cell: ({ server_id }) => <span className="font-medium">{visible(server_id)}</span>,
  },
  {
    id: 'url',
    title: 'Address',
    width: 'minmax(200px, 3fr)',
    cell: ({ url }) => <span className="font-mono text-xs">{visible(url ?? '–')}</span>,
  },
  { id: 'trust', title: 'Trust', number: true, width: '72px', cell: ({ trust_score }) => trust_score.toFixed(2) },
  { id: 'tools', title: 'Tools', number: true, width: '72px', cell: ({ tools }) => tools.length },
  {
    id: 'refused',
    title: 'Refused',
    width: '104px',
    cell: (server) => {
      const count = badTools(server)
      return count === 0 ? '–' : <Badge tone="bad">{count === 1 ? '1 tool' : `${count} tools`}</Badge>
    },
  },
  {
    id: 'by',
    title: 'Registered by',
    width: 'minmax(120px, 1fr)',
    cell: ({ updated_by }) => <span className="text-muted">{visible(updated_by)}</span>,
  },
  { id: 'updated', title: 'Changed', width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export default function McpServers() {
  return (
    <>
      <PageHeader
        title="MCP servers"
        intro="Tool servers that agents reach by themselves and ask about: how far each is trusted, and its tools as they were registered."
      />
      <Scoped needs="tenant">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const { mayChange } = useRole()
  const [isNew, setIsNew] = useState<Definition>()
  const [opened, setOpened] = useState<McpServer>()
  const query = useQuery({
    queryKey: ['guard', 'mcp-servers'],
    queryFn: ({ signal }) => guard.listMcpServers({}, { signal }),
  })
  const add = mayChange && (
    <Button look="primary" onClick={() => setIsNew({ value: FIRST })}>
      Register a server
    </Button>
  )
  return (
    <>
      <Card flush title={query.data === undefined ? '' : `${query.data.total} in all`} actions={add}>
        <Loaded query={query} doing="Loading the servers">
          {({ servers }) =>
            servers.length === 0 ? (
              <EmptyState icon={Server} title="No tool server is registered yet">
                Register one with its tools; agents then ask{' '}
                <code className="font-mono text-xs">/v1/shield/mcp/check</code> before they use it. Servers behind the
                gateway need no entry here.
              </EmptyState>
            ) : (
              <DataTable
                label="MCP servers"
                rows={servers}
                columns={COLUMNS}
                idOf={({ server_id }) => server_id}
                onOpen={setOpened}
              />
            )
          }
        </Loaded>
      </Card>
      <ServerDrawer
        server={opened}
        onClose={() => setOpened(undefined)}
        onAgain={({ server_id, url, trust_score, description }) => {
          setOpened(undefined)
          setIsNew({ suggested: server_id, value: { url, trust_score, description, tools: [] } })
        }}
      />
      <DefinitionDrawer
        definition={isNew}
        onClose={() => setIsNew(undefined)}
        what="registration"
        nameHelp="It begins with a letter or digit. One that is registered already is replaced, and its tools are accepted as they are here."
        help="Each tool is pinned as it is described here. What tries to instruct a model in a description is found, and the tool refused."
        sections={SERVER_SECTIONS}
        stale={['mcp-servers']}
        save={async (server_id, value) => {
          const saved = await guard.registerMcpServer({ body: { ...value, server_id } })
          const changed = saved.changed_tools.length === 0 ? [] : [`Changed: ${saved.changed_tools.join(', ')}.`]
          return [...changed, ...saved.warnings].join(' ')
        }}
      />
    </>
  )
}
