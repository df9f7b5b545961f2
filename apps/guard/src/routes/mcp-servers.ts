import { setImmediate } from 'node:timers/promises'
import type { Handlers } from '@gatehouse/contracts'
import type { McpCheck, McpRegister, McpServer, mcpServerEndpoints } from '@gatehouse/contracts/agents'
import { mcpChain } from '@gatehouse/guards/agentic'
import { findPoison, type McpCall, pinsOf, StoredMcpServer, toolTexts, unreadableWhy } from '@gatehouse/guards/tools'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { deleteItem, listItems, putItem, readItem, type TenantItem } from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../administration/audited.ts'
import { addressWarning } from '../administration/saved-address.ts'
import { withoutSecrets } from '@gatehouse/mcp-gateway'
import { callerOf, runCheck } from '@gatehouse/screening'
import { withoutNulls } from './without-nulls.ts'
import type { GuardHandler, GuardPorts } from './handler.ts'

/** Maximum number of servers per tenant. Every instance caches the servers of active tenants with their pins. */
const SERVERS_MAX = 200

const KIND = 'mcp_server'

/** `POST /v1/shield/mcp/register`: pins the current definition of every tool. */
const registerMcpServer: GuardHandler<'registerMcpServer'> =
  ({ store, audit, egress }) =>
  async ({ body: given, context }) => {
    const { tenantId } = context
    const body = withoutNulls(given)
    const id = idOf(body)
    const { url = null, trust_score, description = '' } = body
    const warning = url === null ? undefined : await addressWarning(url, ['body', 'url'], egress)
    const others = await listItems(store, tenantId, KIND)
    if (others.length >= SERVERS_MAX && others.every(({ name }) => name !== id)) throw full()
    const tools = await pinned(body.tools)
    const warnings = [...(warning === undefined ? [] : [warning]), ...toolWarnings(id, tools, others)]
    let changed: readonly string[] = []
    const put = await putItem(store, tenantId, { kind: KIND, name: id, by: actorOf(context) }, (before) => {
      const earlier = before === undefined ? [] : StoredMcpServer.parse(before.document).tools
      const known = new Map(earlier.map(({ name, hash }) => [name, hash]))
      changed = tools.filter(({ name, hash }) => known.has(name) && known.get(name) !== hash).map(({ name }) => name)
      // The service does not call the address here, so secrets in it are not stored.
      return {
        server_id: id,
        url: url === null ? null : withoutSecrets(url),
        trust_score,
        description,
        tools,
      } satisfies StoredMcpServer
    })
    if (put === 'full') throw full()
    await audit.append(
      changeEntry('mcp_server.register', tenantId, context, {
        server_id: id,
        trust_score,
        tools: tools.length,
        changed_tools: changed.length,
        poisoned_tools: tools.filter(({ findings }) => findings.length > 0).length,
      }),
    )
    return {
      success: true,
      status: put.isNew ? 'registered' : 'updated',
      tenant_id: tenantId,
      server_id: id,
      server: viewOf(put.item),
      changed_tools: [...changed],
      warnings,
      ...(warning === undefined ? {} : { warning }),
    }
  }

/** Returns the pins of tools and their findings. Yields to other requests, because hundreds of tools take a second. */
async function pinned(tools: McpRegister['tools']): Promise<StoredMcpServer['tools']> {
  const made: StoredMcpServer['tools'] = []
  for (const tool of tools) {
    const texts = toolTexts(tool)
    made.push({ name: tool.name, ...pinsOf(tool.name, texts), findings: [...findPoison(tool.name, texts)] })
    // oxlint-disable-next-line no-await-in-loop -- to let others run is what it is for
    await setImmediate()
  }
  return made
}

/** `POST /v1/shield/mcp/check`. */
const checkMcp: GuardHandler<'checkMcp'> =
  (ports) =>
  ({ body, context }) => {
    const call = mcpCall(body, context)
    return runCheck(
      {
        name: 'mcp',
        path: '/v1/shield/mcp/check',
        guards: mcpChain,
        call,
        tokens: 0,
        details: { server_id: call.serverId, tool_name: call.tool },
      },
      context,
      ports,
    )
  }

function mcpCall(mcpCheck: McpCheck, context: RequestContext): McpCall {
  const body = withoutNulls(mcpCheck)
  const { tool, tool_description, tool_schema } = body
  const sent = tool ?? (tool_description === undefined && tool_schema === undefined ? undefined : {})
  const texts = sent === undefined ? undefined : toolTexts(sent)
  return {
    ...callerOf(body, context),
    serverId: idOf(body),
    tool: body.tool_name,
    texts:
      texts === undefined
        ? undefined
        : {
            ...texts,
            description: texts.description ?? tool_description,
            inputSchema: texts.inputSchema ?? tool_schema,
          },
  }
}

/** `GET /v1/shield/mcp/servers`. */
const listMcpServers: GuardHandler<'listMcpServers'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const servers = (await listItems(store, tenantId, KIND)).map(viewOf)
    return { success: true, tenant_id: tenantId, servers, total: servers.length }
  }

/** `DELETE /v1/shield/mcp/servers/{server_id}`. */
const deleteMcpServer: GuardHandler<'deleteMcpServer'> =
  ({ store, audit }) =>
  async ({ params: { server_id: id }, context }) => {
    const { tenantId } = context
    // A delete makes every instance reload the tenant. A request for a missing server must not.
    const known = isStorable(id) && (await readItem(store, tenantId, KIND, id)) !== undefined
    if (!known || (await deleteItem(store, tenantId, KIND, id)) === undefined) {
      throw new Failure('not_found', `Tool server "${id.slice(0, 128)}" not found.`)
    }
    await audit.append(changeEntry('mcp_server.delete', tenantId, context, { server_id: id }))
    return { success: true, tenant_id: tenantId, server_id: id }
  }

/** Whether an id can be stored: the database rejects NUL, so no server id contains it. */
function isStorable(id: string): boolean {
  return !id.includes('\u0000')
}

/** The contract's own field takes precedence. */
function idOf({ server_id, mcp_server, name }: Pick<McpRegister, 'server_id' | 'mcp_server' | 'name'>): string {
  return (server_id ?? mcp_server ?? name)!
}

function viewOf({ document, createdAt, updatedAt, updatedBy }: TenantItem): McpServer {
  const { tools, ...rest } = StoredMcpServer.parse(document)
  return {
    ...rest,
    url: rest.url === null ? null : withoutSecrets(rest.url),
    tools: tools.map(({ name, hash, findings }) => ({ name, hash, findings })),
    registered_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    updated_by: updatedBy,
  }
}

/** Returns warnings about the tools of a new server. */
function toolWarnings(id: string, tools: StoredMcpServer['tools'], others: readonly TenantItem[]): readonly string[] {
  const poisoned = tools.filter(({ findings }) => findings.length > 0)
  const warnings = poisoned.map(({ name, findings }) => {
    const unreadable = unreadableWhy(findings)
    const what =
      unreadable === undefined ? 'contains instructions to the model' : `cannot be fully analyzed (${unreadable})`
    return `Tool "${name}" ${what} and will be blocked.`
  })
  const elsewhere = new Map<string, string>()
  for (const other of others) {
    if (other.name === id) continue
    for (const { name } of StoredMcpServer.parse(other.document).tools) elsewhere.set(name, other.name)
  }
  for (const { name } of tools) {
    const owner = elsewhere.get(name)
    if (owner !== undefined) warnings.push(`Tool "${name}" has the same name as a tool of server "${owner}".`)
  }
  return warnings
}

function full(): Failure {
  return new Failure('limit_reached', `A tenant can have at most ${SERVERS_MAX} tool servers.`)
}

export function mcpServerHandlers(ports: GuardPorts): Handlers<typeof mcpServerEndpoints, RequestContext> {
  return {
    registerMcpServer: registerMcpServer(ports),
    checkMcp: checkMcp(ports),
    listMcpServers: listMcpServers(ports),
    deleteMcpServer: deleteMcpServer(ports),
  }
}
