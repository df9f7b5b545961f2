import { readPath } from './paths.ts'

const USERS: ReadonlySet<unknown> = new Set(['user', 'human'])
const AGENTS: ReadonlySet<unknown> = new Set(['assistant', 'ai', 'model'])
const TOOLS: ReadonlySet<unknown> = new Set(['tool', 'function'])

/**
 * Flattens the messages of a conversation into calls and results in the common format. Only messages after the last user message belong to
 * this answer. Other values are kept.
 */
export function unfolded(list: readonly unknown[]): readonly unknown[] {
  const after = list.findLastIndex((item) => isOf(item, USERS) && !hasToolResults(item)) + 1
  return list.slice(after).flatMap((item): readonly unknown[] => {
    const content = readPath(item, 'content')
    const id = readPath(item, 'tool_call_id')
    if (isOf(item, TOOLS) && id !== undefined) {
      return [{ type: 'function_call_output', call_id: id, output: content ?? '' }]
    }
    const calls = readPath(item, 'tool_calls')
    const isMessage = content !== undefined || Array.isArray(calls)
    if (!isMessage || !(isOf(item, AGENTS) || isOf(item, USERS))) return [item]
    return [...listOf(calls), ...listOf(content)]
  })
}

/** Some APIs return tool results in user messages. */
function hasToolResults(message: unknown): boolean {
  return listOf(readPath(message, 'content')).some((item) => readPath(item, 'type') === 'tool_result')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isOf(message: unknown, kinds: ReadonlySet<unknown>): boolean {
  return kinds.has(readPath(message, 'role')) || kinds.has(readPath(message, 'type'))
}
