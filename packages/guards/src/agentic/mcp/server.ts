import { z } from 'zod'
import { perConfig } from '../engine/config.ts'

/** Stored data of one tool: no texts, only hashes and findings. */
const StoredTool = z.object({
  name: z.string(),
  hash: z.string(),
  parts: z.record(z.string(), z.string()),
  findings: z.array(z.string()),
})

/** A registered tool server in the tenant's items. */
export const StoredMcpServer = z.object({
  server_id: z.string(),
  url: z.string().nullable(),
  trust_score: z.number(),
  description: z.string(),
  tools: z.array(StoredTool),
})
export type StoredMcpServer = z.infer<typeof StoredMcpServer>

/** One server with its tools by name. */
export interface KnownServer extends StoredMcpServer {
  readonly byName: ReadonlyMap<string, StoredMcpServer['tools'][number]>
}

/** A tenant's servers by id. */
export const mcpServers = perConfig((config): ReadonlyMap<string, KnownServer> => {
  const servers = [...(config.items.get('mcp_server') ?? [])].map(([id, document]): [string, KnownServer] => {
    const server = StoredMcpServer.parse(document)
    return [id, { ...server, byName: new Map(server.tools.map((tool) => [tool.name, tool])) }]
  })
  return new Map(servers)
})

const PERCENT = 100

/** Trust from 0 to 1; numbers above 1 are percent. */
export function trustOf(score: number): number {
  return score > 1 ? score / PERCENT : score
}
