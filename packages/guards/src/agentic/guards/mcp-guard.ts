import { z } from 'zod'
import { matchesAny, globOf } from '../access/glob.ts'
import { toolsetProblem } from '../authorize.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { defineAgenticGuard, refuse } from '../engine/guard.ts'
import { bannedBy } from '../engine/tool-names.ts'
import type { McpCall } from '../mcp/call.ts'
import { type KnownServer, mcpServers, trustOf } from '../mcp/server.ts'
import { findPoison, unreadableWhy } from '../mcp/find-poison.ts'
import { changedParts } from '../mcp/tool-definition.ts'
import { makeViews } from '../../text/views.ts'
import { shown } from '../shown.ts'

const PATTERNS_MAX = 500
const PATTERN_CHARS_MAX = 256
const TRUST_MAX = 100
const TRUST_MIN_DEFAULT = 0.5
const READINGS_MAX = 4

const Patterns = z
  .array(
    z
      .string()
      .min(1)
      .max(PATTERN_CHARS_MAX)
      .refine((pattern) => globOf(pattern) !== undefined, 'may contain at most 16 `*` wildcards'),
  )
  .max(PATTERNS_MAX)
  .default(() => [])

const settings = z.object({
  min_trust_score: z
    .number()
    .min(0)
    .max(TRUST_MAX)
    .default(TRUST_MIN_DEFAULT)
    .describe('Minimum trust; servers below it are blocked. From 0 to 1; numbers above 1 are percent.'),
  blocked_servers: Patterns.describe('Blocked servers, by id or host; `*` matches any text.'),
  allowed_servers: Patterns.describe('Allowed servers, by id or host. If set, all other servers are blocked.'),
  require_registration: z.boolean().default(true).describe('Whether servers must be registered.'),
  require_known_tools: z
    .boolean()
    .default(true)
    .describe('Whether a tool must be among the tools registered with its server, if any were registered.'),
  scan_descriptions: z
    .boolean()
    .default(true)
    .describe('Whether tool definitions are checked for instructions to the model.'),
  pin_tools: z.boolean().default(true).describe('Whether a tool definition must match the registered definition.'),
})
type Settings = z.infer<typeof settings>

export default defineAgenticGuard({
  name: 'mcp_guard',
  title: 'MCP server checks',
  description:
    'Denies tool servers that are blocked, not registered or below the trust score. It denies tools that are ' +
    'disabled, not in the toolset of the agent or not registered. It also denies definitions that contain ' +
    'instructions to the model or hidden text, and definitions that changed after registration. The guard ' +
    'compares the definition that the caller sends; for a call without a definition, the result of the ' +
    'registration applies.',
  owasp: ['LLM03:2025', 'ASI04:2026', 'ASI07:2026'],
  defaults: { enabled: true, action: 'block' },
  settings,
  check(call: McpCall, set, { config }) {
    const server = mcpServers(config).get(call.serverId)
    const details = server === undefined ? {} : { trust: trustOf(server.trust_score) }
    const problem = serverProblem(call, set, server) ?? useProblem(call, config) ?? toolProblem(call, set, server)
    if (problem === undefined) return { flagged: false, details }
    const { message, category, severity = 'high' } = problem
    return refuse(message, { category, severity, details: { ...details, ...problem.details } })
  },
})

interface Problem {
  readonly message: string
  readonly category: string
  readonly severity?: 'high' | 'critical'
  readonly details?: Readonly<Record<string, unknown>>
}

/** Ids and hosts are compared without regard to case and width. */
function plain(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

/** Returns the possible names of a server in a list: its id, its normalized id, and its host. */
function namesOf(serverId: string, server: KnownServer | undefined): readonly string[] {
  const readings = makeViews(serverId)
    .views(['normal', 'plain'])
    .slice(0, READINGS_MAX)
    .map(({ text }) => plain(text))
  const url = server?.url ?? undefined
  const host = url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : []
  return [plain(serverId), ...readings, ...host]
}

function serverProblem({ serverId }: McpCall, set: Settings, server: KnownServer | undefined): Problem | undefined {
  const isIn = (patterns: readonly string[], names: readonly string[]): boolean =>
    names.some((name) => matchesAny(patterns, name, plain))
  const name = `Tool server "${shown(serverId)}"`
  if (isIn(set.blocked_servers, namesOf(serverId, server))) {
    return { message: `${name} is blocked.`, category: 'blocked_server', severity: 'critical' }
  }
  // A lookalike of an allowed server is not allowed.
  if (set.allowed_servers.length > 0 && !isIn(set.allowed_servers, [plain(serverId)])) {
    return { message: `${name} is not in the list of allowed servers.`, category: 'not_allowed_server' }
  }
  if (server === undefined) {
    return set.require_registration
      ? { message: `${name} is not registered.`, category: 'unregistered_server' }
      : undefined
  }
  if (trustOf(server.trust_score) < trustOf(set.min_trust_score)) {
    return {
      message: `${name} is below the required trust level.`,
      category: 'low_trust',
      details: { min_trust: trustOf(set.min_trust_score) },
    }
  }
  return undefined
}

/** Whether the tool may be used at all; it may go by its own name or by its server's and its own. */
function useProblem({ agentKey, serverId, tool }: McpCall, config: AgenticConfig): Problem | undefined {
  const names = [tool, `${serverId}/${tool}`]
  const disabled = config.items.get('disabled_tool')
  if (names.some((name) => bannedBy(disabled, name) !== undefined)) {
    return { message: `Tool "${shown(tool)}" is disabled.`, category: 'disabled_tool' }
  }
  const problems = names.map((name) => toolsetProblem(config, { agentKey, userRole: undefined, tool: name }))
  if (problems.some((problem) => problem === undefined)) return undefined
  return { message: problems[0]!, category: 'toolset' }
}

function toolProblem({ tool, texts }: McpCall, set: Settings, server: KnownServer | undefined): Problem | undefined {
  const name = `Tool "${shown(tool)}"`
  const known = server?.byName.get(tool)
  if (known === undefined && server !== undefined && server.byName.size > 0 && set.require_known_tools) {
    return { message: `${name} is not registered with its server.`, category: 'unknown_tool' }
  }
  if (set.pin_tools && known !== undefined && texts !== undefined) {
    const changed = changedParts(known.parts, texts)
    if (changed.length > 0) {
      return {
        message: `${name} differs from its registered definition.`,
        category: 'rug_pull',
        severity: 'critical',
        details: { changed },
      }
    }
  }
  if (!set.scan_descriptions) return undefined
  const findings = [...new Set([...(known?.findings ?? []), ...(texts === undefined ? [] : findPoison(tool, texts))])]
  if (findings.length === 0) return undefined
  const unreadable = unreadableWhy(findings)
  const what =
    unreadable === undefined ? 'contains instructions to the model' : `cannot be fully analyzed: it is ${unreadable}`
  return {
    message: `The definition of tool "${shown(tool)}" ${what}.`,
    category: 'tool_poisoning',
    severity: 'critical',
    details: { findings },
  }
}
