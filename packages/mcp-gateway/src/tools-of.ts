import { yieldAfter } from '@gatehouse/kernel'
import type { Fields } from '@gatehouse/mcp'
import { type ListedTool, listedTool } from './pins/definition.ts'
import { isFields } from './screening/envelope.ts'

/**
 * The tools on a page that the gateway can call; other requests run in between. A tool that runs only as a task is left out,
 * because the gateway forwards no tasks.
 */
export async function toolsOf(result: Fields): Promise<readonly ListedTool[]> {
  const listed: readonly unknown[] = Array.isArray(result['tools']) ? result['tools'].slice(0, PAGE_TOOLS_MAX) : []
  const tools: ListedTool[] = []
  let turn_ms = performance.now()
  for (const item of listed) {
    turn_ms = await yieldAfter(turn_ms)
    const tool = isTaskOnly(item) ? undefined : listedTool(item)
    if (tool !== undefined) tools.push(tool)
  }
  return tools
}

/** Maximum number of tools on one page; a server with more is defective, and each tool is checked. */
export const PAGE_TOOLS_MAX = 2_000

/** MCP 2025-11-25, "Tasks": a server must refuse a call without a task here. */
export function isTaskOnly(tool: unknown): boolean {
  return isFields(tool) && isFields(tool['execution']) && tool['execution']['taskSupport'] === 'required'
}
