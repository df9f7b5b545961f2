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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'
import { phrase } from '../../../ui/phrase.tsx'

export type McpServer = Awaited<ReturnType<typeof guard.listMcpServers>>['servers'][number]

const FIRST = {
  url: 'https://mcp.example.com/files',
  trust_score: 0.9,
  tools: [{ name: 'read_file', description: messages.mcpServers.readsAFileOfTheProject }],
}

const badTools = ({ tools }: McpServer): number => tools.filter(({ findings }) => findings.length > 0).length

const COLUMNS: readonly Column<McpServer>[] = [
  {
    id: 'server',
    title: common.server,
    width: 'minmax(140px, 1fr)',
    cell: ({ server_id }) => <span className="font-medium">{visible(server_id)}</span>,
  },
  {
    id: 'url',
    title: common.url,
    width: 'minmax(200px, 3fr)',
    cell: ({ url }) => <span className="font-mono text-xs">{visible(url ?? '–')}</span>,
  },
  { id: 'trust', title: common.trust, number: true, width: '72px', cell: ({ trust_score }) => trust_score.toFixed(2) },
  { id: 'tools', title: common.tools, number: true, width: '72px', cell: ({ tools }) => tools.length },
  {
    id: 'refused',
    title: messages.mcpServers.blockedTools,
    width: '104px',
    cell: (server) => {
      const count = badTools(server)
      return count === 0 ? '–' : <Badge tone="bad">{messages.mcpServers.tools(count)}</Badge>
    },
  },
  {
    id: 'by',
    title: messages.mcpServers.registeredBy,
    width: 'minmax(120px, 1fr)',
    cell: ({ updated_by }) => <span className="text-muted">{visible(updated_by)}</span>,
  },
  { id: 'updated', title: common.updated, width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export default function McpServers() {
  return (
    <>
      <PageHeader title={messages.mcpServers.mcpServers} intro={messages.mcpServers.mcpServersThatAgentsConnectTo} />
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
      {messages.mcpServers.registerServer}
    </Button>
  )
  return (
    <>
      <Card flush title={query.data === undefined ? '' : messages.mcpServers.total(query.data.total)} actions={add}>
        <Loaded query={query} doing={messages.mcpServers.loadingServers}>
          {({ servers }) =>
            servers.length === 0 ? (
              <EmptyState icon={Server} title={messages.mcpServers.noMcpServers}>
                {phrase(messages.mcpServers.registerAServerWithItsTools, {
                  code: <code className="font-mono text-xs">{messages.mcpServers.v1ShieldMcpCheck}</code>,
                })}
              </EmptyState>
            ) : (
              <DataTable
                label={messages.mcpServers.mcpServers}
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
        what={messages.mcpServers.serverRegistration}
        nameHelp={messages.mcpServers.startsWithALetterOrDigit}
        help={messages.mcpServers.eachToolIsPinnedWithThis}
        sections={SERVER_SECTIONS}
        stale={['mcp-servers']}
        save={async (server_id, value) => {
          const saved = await guard.registerMcpServer({ body: { ...value, server_id } })
          const changed =
            saved.changed_tools.length === 0 ? [] : [messages.mcpServers.changedTools(saved.changed_tools.join(', '))]
          return [...changed, ...saved.warnings].join(' ')
        }}
      />
    </>
  )
}
