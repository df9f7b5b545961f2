import { describe, expect, test } from 'vitest'
import { argumentsFor, embeddedRequest, toolsForValue } from '../../src/targets/mcp-arguments.ts'
import type { McpTool } from '../../src/targets/mcp-tools.ts'
import { UNLISTED_TOOL_RAN } from '../../src/targets/mcp-words.ts'
import { converse, json, say, startAgent, targetOf } from './agent-server.ts'

interface Rpc {
  readonly id?: number
  readonly method: string
  readonly params?: {
    readonly name?: string
    readonly uri?: string
    readonly arguments?: Readonly<Record<string, unknown>>
  }
}

const UNKNOWN = { error: { code: -32_601, message: 'Method not found' } }

/** Starts a server without sessions: it answers lists and calls, and nothing else. */
async function startServer(
  answer: (rpc: Rpc) => object,
  opening: object = UNKNOWN,
): Promise<{ readonly url: string; readonly methods: () => readonly string[] }> {
  // prettier-ignore
  const agent = await startAgent(({ body }, response) => {
    const rpc = JSON.parse(body) as Rpc
    json(response, { jsonrpc: '2.0', id: rpc.id ?? null, ...(rpc.method === 'initialize' ? opening : answer(rpc)) })
  })
  return { url: agent.url, methods: () => agent.asked.map(({ body }) => (JSON.parse(body) as Rpc).method) }
}

const TOOLS = [
  { name: 'read_file', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
  { name: 'get_user', inputSchema: { type: 'object', properties: { id: { type: 'number' } } } },
  { name: 'list_tables', inputSchema: { type: 'object', properties: {} } },
]
const call = (value: string) => `{"method": "tools/call", "params": {"name": "*", "value": ${JSON.stringify(value)}}}`

describe('an MCP server', () => {
  test('without initialize is attacked', async () => {
    const server = await startServer(({ method, params }) =>
      method === 'tools/list'
        ? { result: { tools: TOOLS } }
        : method === 'tools/call'
          ? { result: { content: [{ type: 'text', text: `got ${JSON.stringify(params?.arguments)}` }] } }
          : UNKNOWN,
    )
    expect(await say(targetOf(server.url, { type: 'mcp' }), 'read_file: a.txt')).toMatchObject({ problem: undefined })
    expect(server.methods()).toEqual(['initialize', 'tools/list', 'tools/call'])
  })

  test('that rejects initialize otherwise is an error', async () => {
    const opening = { error: { code: -32_602, message: 'Unsupported protocol version' } }
    const server = await startServer(() => UNKNOWN, opening)
    expect((await say(targetOf(server.url, { type: 'mcp' }))).problem).toBe('client_error')
  })

  test('gets a bare value in every tool, also in tools without text parameters', async () => {
    const server = await startServer(({ method, params }) =>
      method === 'tools/list'
        ? { result: { tools: TOOLS } }
        : { result: { content: [{ type: 'text', text: JSON.stringify(params?.arguments) }] } },
    )
    const replies = await converse(targetOf(server.url, { type: 'mcp' }), [call('../../etc/passwd'), call('-1')])
    expect(replies.map(({ text }) => text)).toEqual([
      'read_file: {"path":"../../etc/passwd"}\nget_user: {}\nlist_tables: {}',
      'read_file: {"path":"-1"}\nget_user: {"id":-1}\nlist_tables: {}',
    ])
  })

  test('has all listed resources and prompts read', async () => {
    const server = await startServer(({ method, params }) => {
      switch (method) {
        case 'resources/list':
          return { result: { resources: [{ uri: 'file:///a' }, { uri: 'file:///b' }] } }
        case 'resources/read':
          return { result: { contents: [{ uri: params?.uri, text: `text of ${params?.uri}` }] } }
        case 'prompts/list':
          return { result: { prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] } }
        case 'prompts/get':
          return { result: { messages: [{ role: 'user', content: { type: 'text', text: `Hi ${String(params?.arguments?.['who'])}` } }] } } // prettier-ignore
        default:
          return { result: { tools: [] } }
      }
    })
    const [resources, prompts] = await converse(targetOf(server.url, { type: 'mcp' }), [
      '{"method": "resources/read", "params": {"uri": "*"}}',
      '{"method": "prompts/get", "params": {"name": "*", "value": "admin"}}',
    ])
    expect(resources!.text).toBe('file:///a: text of file:///a\nfile:///b: text of file:///b')
    expect(prompts!.text).toContain('Hi admin')
  })

  test('without resources has nothing to read, which is no error', async () => {
    const server = await startServer(({ method }) => (method === 'tools/list' ? { result: { tools: [] } } : UNKNOWN))
    const reply = await say(
      targetOf(server.url, { type: 'mcp' }),
      '{"method": "resources/read", "params": {"uri": "*"}}',
    )
    expect(reply).toMatchObject({ problem: undefined, text: 'The server lists no entries.' })
  })

  test.each([
    ['runs it', { result: { content: [{ type: 'text', text: '{"success":true}' }] } }, true],
    ['returns an error', { error: { code: -32_602, message: 'Bad call' } }, false],
    ['marks the result as an error', { result: { isError: true, content: [{ type: 'text', text: 'x' }] } }, false],
    ['says that it is unknown', { result: { content: [{ type: 'text', text: 'Unknown tool: add_tool' }] } }, false],
  ])('that gets an unlisted tool name and %s', async (_title, answer, isReported) => {
    const server = await startServer(({ method }) => (method === 'tools/list' ? { result: { tools: TOOLS } } : answer))
    const target = targetOf(server.url, { type: 'mcp' })
    const reply = await say(target, '{"method": "tools/call", "params": {"name": "add_tool", "arguments": {}}}')
    expect(reply.problem).toBeUndefined()
    expect(reply.text.startsWith(UNLISTED_TOOL_RAN)).toBe(isReported)
    const listed = await say(target, '{"method": "tools/call", "params": {"name": "list_tables", "arguments": {}}}')
    expect(listed.text).not.toContain(UNLISTED_TOOL_RAN)
  })

  test.each([
    ['File not found: ../../etc/passwd', undefined],
    ['path must be a string', 'client_error'],
  ])('that returns -32602 with "%s" has received the argument: problem %s', async (message, problem) => {
    const server = await startServer(({ method }) =>
      method === 'tools/list' ? { result: { tools: TOOLS.slice(0, 1) } } : { error: { code: -32_602, message } },
    )
    expect((await say(targetOf(server.url, { type: 'mcp' }), call('../../etc/passwd'))).problem).toBe(problem)
  })
})

describe('arguments of probes', () => {
  const tool = (name: string, properties: object): McpTool => ({ name, description: '', schema: { properties } })

  test('fill all optional texts, and numbers with a number', () => {
    const { schema } = tool('a', { url: { type: 'string' }, path: { type: 'string' }, n: { type: 'integer' } })
    expect(argumentsFor(schema, '/etc/passwd')).toEqual({ url: '/etc/passwd', path: '/etc/passwd' })
    expect(argumentsFor(schema, '2147483647')).toEqual({ url: '2147483647', path: '2147483647', n: 2_147_483_647 })
  })

  test('go to tools with a parameter for addresses if they are one', () => {
    const tools = [tool('read', { path: { type: 'string' } }), tool('fetch', { target_url: { type: 'string' } })]
    const names = (value: string) => toolsForValue(value, tools, 0).map(({ name }) => name)
    expect([names('http://169.254.169.254/'), names('id')]).toEqual([['fetch'], ['read', 'fetch']])
    expect(toolsForValue('http://127.0.0.1/', tools.slice(0, 1), 0)).toHaveLength(1)
  })

  test('with a path do not go to tools that write, and no value goes to tools that destroy', () => {
    const tools = ['read_file', 'write_file', 'deleteFile'].map((name) => tool(name, { path: { type: 'string' } }))
    const names = (value: string) => toolsForValue(value, tools, 0).map(({ name }) => name)
    expect(names('../../etc/passwd')).toEqual(['read_file'])
    expect(names('/etc/passwd')).toEqual(['read_file'])
    expect(names('id')).toEqual(['read_file', 'write_file'])
  })

  test('are recognised by the name or URI *', () => {
    expect(embeddedRequest(call('x'))).toEqual({ list: 'tools/list', value: 'x' })
    expect(embeddedRequest('{"method": "resources/read", "params": {"uri": "*"}}')).toEqual({
      list: 'resources/list',
      value: '',
    })
  })
})
