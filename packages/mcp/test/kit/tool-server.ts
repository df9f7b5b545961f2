import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

/** Creates a server with the first generation of the official SDK, for any transport. */
export function toolServer(): McpServer {
  const server = new McpServer(
    { name: 'first', version: '1' },
    { capabilities: { logging: {}, tools: { listChanged: true } } },
  )
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerTool('slow', { inputSchema: {} }, async (_, { sendNotification, _meta, signal }) => {
    const progressToken = _meta?.progressToken
    if (progressToken !== undefined) {
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
    }
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 100)
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)))
    })
    return { content: [{ type: 'text', text: signal.aborted ? 'cancelled' : 'done' }] }
  })
  server.registerTool('ask', { inputSchema: {} }, async () => {
    const answer = await server.server.elicitInput({
      message: 'Who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    })
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
  })
  server.registerResource('note', 'note://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'a note' }] }))
  server.registerPrompt('greet', { argsSchema: { who: z.string() } }, ({ who }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${who}.` } }],
  }))
  return server
}
