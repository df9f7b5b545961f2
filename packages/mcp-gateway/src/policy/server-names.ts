import type { Items } from '@gatehouse/guards/agentic'
import { TOOL_DATA_POLICY_KIND } from '@gatehouse/guards/data-policy'
import { TOOLS_DOCUMENT } from '@gatehouse/guards/tools'
import { fullName } from '@gatehouse/mcp'
import { ROUTE_KIND } from '../routes/stored-route.ts'
import { bestFor, merged } from './routed-policies.ts'

type Document = Readonly<Record<string, unknown>>
type Documents = ReadonlyMap<string, Document>

/**
 * Extends settings for `tool` to `server__tool`, the tool name behind a route with several servers: a disabled tool, a required approval
 * or redacted results apply with any prefix. Settings for `server__tool` itself, or for all tools of that server, have precedence.
 * Allowlists are unchanged: they allow only exact entries.
 */
export function withServerNames(items: Items, route: string): Items {
  const servers = serversOf(items, route)
  if (servers.length === 0) return items
  const view = new Map(items)
  const of = (kind: string, join: Join): void => {
    const named = items.get(kind)
    if (named !== undefined) view.set(kind, extended(named, { route, routes: routesOf(items), servers }, join))
  }
  of('tool_policy', (document, before, own) => merged(merged(before, document), own))
  of(TOOL_DATA_POLICY_KIND, (document, _before, own) => own ?? document)
  of('disabled_tool', (document) => document)
  const documents = items.get('document')
  const listed = documents?.get(TOOLS_DOCUMENT)
  if (listed !== undefined) view.set('document', new Map([...documents!, [TOOLS_DOCUMENT, listedToo(listed, servers)]]))
  return view
}

/** Returns tool patterns with the names behind a route with several servers, prefixed by the route. */
export function serverPatterns(patterns: readonly string[], items: Items, route: string): readonly string[] {
  const routes = routesOf(items)
  const own = `${route}/`
  return serversOf(items, route).flatMap((server) =>
    patterns.flatMap((pattern) => {
      const name = pattern.startsWith(own) ? pattern.slice(own.length) : pattern
      if (name === '*' || routes.some((item) => name.startsWith(`${item}/`))) return []
      return [own + (name.endsWith('*') ? fullName(server, '') + name : fullName(server, name))]
    }),
  )
}

/** Merges the settings of a tool by its server-qualified name with those of its full name, and of all tools of that server. */
type Join = (document: Document, before: Document | undefined, own: Document | undefined) => Document

interface NamePosition {
  readonly route: string
  readonly routes: readonly string[]
  readonly servers: readonly string[]
}

function extended(named: Documents, { route, routes, servers }: NamePosition, join: Join): Documents {
  const enabled = [...named].filter(([, { enabled: isOn }]) => isOn !== false)
  const view = new Map(named)
  for (const prefix of ['', `${route}/`]) {
    const scope = new Map(
      enabled.flatMap(([name, document]): [string, Document][] => {
        const isHere = prefix === '' ? !routes.some((item) => name.startsWith(`${item}/`)) : name.startsWith(prefix)
        return isHere ? [[name.slice(prefix.length), document]] : []
      }),
    )
    const others = [...scope].filter(([name]) => !servers.some((server) => name.startsWith(fullName(server, ''))))
    const patterns = new Map(others.filter(([name]) => name.endsWith('*')))
    for (const server of servers) {
      const start = fullName(server, '')
      const own = new Map([...scope].filter(([name]) => name.startsWith(start)))
      for (const [name, document] of others) {
        // Settings for all tools already include these.
        if (name === '*') continue
        const full = name.endsWith('*') ? start + name : fullName(server, name)
        view.set(prefix + full, join(document, bestFor(patterns, full), bestFor(own, full)))
      }
    }
  }
  return view
}

function listedToo(document: Document, servers: readonly string[]): Document {
  const tools = Array.isArray(document['tools']) ? (document['tools'] as { function: { name: string } }[]) : []
  const named = new Set(tools.map((tool) => tool.function.name))
  const more = servers.flatMap((server) =>
    tools.flatMap((tool) => {
      const name = fullName(server, tool.function.name)
      return named.has(name) ? [] : [{ ...tool, function: { ...tool.function, name } }]
    }),
  )
  return { ...document, tools: [...tools, ...more] }
}

function routesOf(items: Items): readonly string[] {
  return [...(items.get(ROUTE_KIND)?.keys() ?? [])]
}

/** Returns the names of several servers behind a route; empty for a single server. */
function serversOf(items: Items, route: string): readonly string[] {
  const { several, servers } = items.get(ROUTE_KIND)?.get(route) ?? {}
  if (several !== true || !Array.isArray(servers)) return []
  return servers.map(({ name }: { readonly name: string }) => name)
}
