import type { TargetType } from '@gatehouse/contracts'
import { allCategories } from '../categories.gen.ts'
import type { Category } from '../engine/category.ts'

/**
 * What a server of tools can get wrong by itself: nobody there reads a message, so that it withstands every persuasion. Whether it is
 * meant for anybody, as one on this machine is, only its owner knows.
 */
const OF_TOOL_SERVERS: ReadonlySet<string> = new Set([
  'bola',
  'cross_session_leak',
  'debug_access',
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

/**
 * What is attacked where nobody names a category: the default set, and of a server of tools what concerns one. A score of attacks
 * that it cannot fall for would say nothing but that.
 */
export function defaultCategories(type: TargetType): readonly Category[] {
  return allCategories.filter(({ name, isDefault }) => (type === 'mcp' ? OF_TOOL_SERVERS.has(name) : isDefault))
}
