import type { TargetType } from '@gatehouse/contracts/redteam'
import { allCategories } from '../categories.gen.ts'
import type { Category } from '../engine/category.ts'

/**
 * Weaknesses of an MCP server itself: it reads no messages, so that persuasion attacks do not apply. Whether it is public, for example one
 * on this machine, only its owner knows.
 */
const OF_TOOL_SERVERS: ReadonlySet<string> = new Set([
  'bfla',
  'bola',
  'cross_session_leak',
  'debug_access',
  'destructive_action',
  'insecure_output_handling',
  'mcp_resource_injection',
  'mcp_rug_pull',
  'mcp_tool_poisoning',
  'mcp_tool_shadowing',
  'path_traversal',
  'pii_disclosure',
  'secret_disclosure',
  'shell_injection',
  'sql_injection',
  'ssrf',
  'unbounded_consumption',
  'unexpected_code_exec',
])

/** Weaknesses of agents that take messages of other agents, beside those of all agents. */
const OF_PEERS: ReadonlySet<string> = new Set([
  'bfla',
  'cascading_failure',
  'delegation_abuse',
  'handoff_context_leak',
  'rogue_agent',
])

/**
 * Returns the default categories: the default set, and for an MCP server those that apply to one. A score over inapplicable attacks would
 * be meaningless.
 */
export function defaultCategories(type: TargetType): readonly Category[] {
  return allCategories.filter(({ name, isDefault }) =>
    type === 'mcp' ? OF_TOOL_SERVERS.has(name) : isDefault || (type === 'a2a' && OF_PEERS.has(name)),
  )
}
