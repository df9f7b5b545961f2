import { Failure } from '@gatehouse/kernel'
import type { UpstreamConnection } from '@gatehouse/mcp'
import { toolsOf } from '../tools-of.ts'
import type { ListedTool } from './definition.ts'

/** Maximum numbers of pages and tools of one server. An endless list is a defect or an attack. */
const PAGES_MAX = 50
const TOOLS_MAX = 2_000
const TIMEOUT_MS = 20_000

/**
 * Lists all tools of a server, page by page.
 * @throws {Failure} `unavailable` if it returns no list, or an endless one
 */
export async function listAll(connection: UpstreamConnection): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = []
  let cursor: string | undefined
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } }
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const answered = await connection.request(
      { jsonrpc: '2.0', id: `gatehouse-list-${page}`, method: 'tools/list', ...params },
      { signal, onMessage: () => {} },
    )
    if ('error' in answered) throw new Failure('unavailable', 'The tool server did not return a tool list.')
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    tools.push(...(await toolsOf(answered.result)))
    const { nextCursor } = answered.result
    if (typeof nextCursor !== 'string' || tools.length > TOOLS_MAX) return tools
    cursor = nextCursor
  }
  throw new Failure('unavailable', "The tool server's tool list has too many pages.")
}
