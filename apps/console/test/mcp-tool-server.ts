import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** Starts an MCP server of the official SDK on loopback, with one configurable tool. */
export async function mcpToolServer(tool: {
  description: string
}): Promise<{ readonly url: string; readonly http: Server }> {
  const http = createServer((request, response) => {
    const server = new McpServer({ name: 'files', version: '1' })
    server.registerTool('read_file', { description: tool.description }, () => ({
      content: [{ type: 'text', text: 'Nothing to see.' }],
    }))
    // Without sessions: each request is served on its own.
    const transport = new StreamableHTTPServerTransport({})
    response.on('close', () => void server.close())
    void server
      .connect(transport as Parameters<McpServer['connect']>[0])
      .then(() => transport.handleRequest(request, response))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, http }
}
