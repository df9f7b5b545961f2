import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

/** Creates a tool server with the first generation of the official SDK, for any transport. */
export function toolServer(): McpServer {
  const server = new McpServer({ name: 'small', version: '1' })
  server.registerTool(
    'echo',
    { description: 'Returns the text that it is given.', inputSchema: { text: z.string() } },
    ({ text }) => ({
      content: [{ type: 'text', text }],
    }),
  )
  server.registerTool(
    'environment',
    { description: 'Lists the names of environment variables.', inputSchema: {} },
    () => ({
      content: [{ type: 'text', text: JSON.stringify(Object.keys(process.env)) }],
    }),
  )
  return server
}
