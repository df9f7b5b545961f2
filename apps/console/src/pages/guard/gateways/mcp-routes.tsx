import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { Pins } from './pins.tsx'
import { ROUTE_SECTIONS } from './route-fields.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'

type Route = Awaited<ReturnType<typeof guard.listUpstreams>>['upstreams'][number]

const FIRST = {
  transport: 'http',
  url: 'https://mcp.example.com/mcp',
  headers: {},
  pin_tools: true,
  scan_descriptions: true,
}
/** Fields that the service returns but does not accept. */
const READ_ONLY = new Set(['route', 'active', 'created_at', 'updated_at', 'updated_by'])

const COLUMNS: readonly Column<Route>[] = [
  {
    id: 'route',
    title: messages.mcpRoutes.route,
    width: 'minmax(120px, 1fr)',
    cell: ({ route }) => <span className="font-medium">{visible(route)}</span>,
  },
  {
    id: 'state',
    title: common.status,
    width: '96px',
    cell: ({ active }) => <Badge tone={active ? 'ok' : 'plain'}>{active ? common.active : common.disabled}</Badge>,
  },
  {
    id: 'to',
    title: common.server,
    width: 'minmax(200px, 3fr)',
    cell: (route) => <span className="font-mono text-xs">{visible(serverOf(route))}</span>,
  },
  {
    id: 'pins',
    title: messages.mcpRoutes.toolPinning,
    width: '96px',
    cell: ({ pin_tools }) => (pin_tools ? common.enabled : common.disabled),
  },
  {
    id: 'agent',
    title: common.defaultAgent,
    width: 'minmax(100px, 1fr)',
    cell: ({ default_agent }) => visible(default_agent ?? '–'),
  },
  {
    id: 'path',
    title: messages.mcpRoutes.endpoint,
    width: 'minmax(160px, 2fr)',
    cell: ({ route }) => <code className="font-mono text-xs">{`/gateway/${visible(route)}/mcp`}</code>,
  },
  { id: 'updated', title: common.updated, width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

function serverOf({ url, command, args, upstreams }: Route): string {
  if (upstreams !== undefined) return upstreams.map(({ name }) => name).join(', ')
  return url ?? [command, ...args].join(' ')
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

const filledOf = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part)))

/** Returns the request that would create this route, without empty and read-only fields. */
function writable(route: Route): Readonly<Record<string, unknown>> {
  const several =
    route.upstreams === undefined ? [] : ['transport', 'url', 'command', 'args', 'env', 'headers', 'shared']
  return Object.fromEntries(
    Object.entries(route)
      .filter(([name, value]) => !READ_ONLY.has(name) && !several.includes(name) && !isEmpty(value))
      .map(([name, value]) =>
        name === 'upstreams' ? [name, (value as readonly object[]).map((item) => filledOf(item))] : [name, value],
      ),
  )
}

export default function McpRoutes() {
  return (
    <>
      <PageHeader title={messages.mcpRoutes.mcpRoutes} intro={messages.mcpRoutes.mcpServersBehindTheGateway} />
      <Scoped needs="admin">
        <div className="flex flex-col gap-4">
          <Routes />
          <Pins />
        </div>
      </Scoped>
    </>
  )
}

function Routes() {
  const routes = useQuery({
    queryKey: ['guard', 'mcp-routes'],
    queryFn: ({ signal }) => guard.listUpstreams({}, { signal }),
  })
  return (
    <Definitions
      query={routes}
      title={messages.mcpRoutes.routes}
      label={messages.mcpRoutes.routes}
      rowsOf={({ upstreams }) => upstreams}
      columns={COLUMNS}
      nameOf={({ route }) => route}
      valueOf={writable}
      first={FIRST}
      empty={() => (
        <EmptyState icon={Plug} title={messages.mcpRoutes.noMcpRoutes}>
          {messages.mcpRoutes.aRouteProtectsAnMcpServer}
        </EmptyState>
      )}
      what={messages.mcpRoutes.route2}
      nameHelp={messages.mcpRoutes.partOfTheEndpointUrlLetters}
      help={messages.mcpRoutes.secretsAreStoredEncryptedAnd}
      sections={ROUTE_SECTIONS}
      stale={['mcp-routes', 'pins']}
      save={async (route, value) => (await guard.putUpstream({ params: { route }, body: value })).warning}
      remove={(route) => guard.deleteUpstream({ params: { route } })}
      removed={messages.mcpRoutes.connectedAgentsAreDisconnected}
    />
  )
}
