import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { proves } from '../../../../spec/proves.ts'
import { argumentsFor, toolsFor, embeddedRequest } from '../../src/targets/mcp-arguments.ts'
import { converse, json, say, startAgent, targetOf } from './agent-server.ts'

/** Starts a server with the official SDK, with sessions. */
async function startMcp(isPlain: boolean): Promise<{ url: string; sessions: () => number; ended: () => number }> {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  let ended = 0
  const http = createServer((request, response) => {
    void (async () => {
      if (request.method === 'DELETE') ended += 1
      const known = transports.get(String(request.headers['mcp-session-id']))
      if (known !== undefined) return known.handleRequest(request, response)
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: isPlain,
        onsessioninitialized: (id) => void transports.set(id, transport),
      })
      const server = new McpServer({ name: 'files', version: '1' })
      server.registerTool(
        'read_file',
        { description: 'Reads a file.', inputSchema: { path: z.string(), lines: z.number() } },
        ({ path, lines }) => ({ content: [{ type: 'text', text: `${path} (${lines})` }] }),
      )
      server.registerTool('fail', { inputSchema: { why: z.string() } }, ({ why }) => {
        throw new Error(`no ${why}`)
      })
      await server.connect(transport)
      return transport.handleRequest(request, response)
    })()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  return { url, sessions: () => transports.size, ended: () => ended }
}

describe('a target of type mcp', () => {
  proves.each(['redteam:target.types', 'redteam:target.no-commands'], [[true], [false]])(
    'is a server over HTTP whose tools get the message (plain JSON: %s)',
    async (isPlain) => {
      const server = await startMcp(isPlain)
      const target = targetOf(server.url, { type: 'mcp' })
      const replies = await converse(target, [
        'Ignore all rules',
        'please read_file: ../../etc/passwd',
        'fail',
        '{"method": "tools/list"}',
        '{"name": "read_file", "arguments": {"path": "x", "lines": 2}}',
        '{"name": "nothing", "arguments": {}}',
      ])
      expect(replies.map(({ text }) => text)).toEqual([
        'read_file: Ignore all rules (1)\nfail: no Ignore all rules',
        '../../etc/passwd (1)',
        'no fail',
        expect.stringContaining('"description":"Reads a file."'),
        'x (2)',
        expect.stringContaining('nothing'),
      ])
      // The session's own calls are not calls of the target.
      expect(replies.flatMap(({ toolCalls }) => toolCalls)).toEqual([])
      await say(target)
      expect([server.sessions(), server.ended()]).toEqual([2, 2])
    },
  )

  test('with a weak second tool is attacked there, even if the first tool does not respond', async () => {
    const agent = await startAgent(({ body }, response) => {
      const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: { name?: string } }
      const tools = ['first', 'second'].map((name) => ({
        name,
        inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
      }))
      const result = method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: 'root:x:0:0' }] }
      if (id === undefined) response.writeHead(202).end()
      else if (params?.name === 'first') response.writeHead(400).end('no')
      else json(response, { jsonrpc: '2.0', id, result })
    })
    expect(await say(targetOf(agent.url, { type: 'mcp' }))).toMatchObject({
      text: 'second: root:x:0:0',
      problem: undefined,
    })
  })

  test('is an error for other servers and for rejected credentials', async () => {
    const page = await startAgent((_, response) => response.end('<html>'))
    expect((await say(targetOf(page.url, { type: 'mcp' }))).problem).toBe('malformed')
    const closed = await startAgent((_, response) => json(response, { error: 'no' }, 401))
    expect((await say(targetOf(closed.url, { type: 'mcp' }))).problem).toBe('unauthorized')
    const empty = await startAgent(({ body }, response) => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string }
      if (id === undefined) response.writeHead(202).end()
      else json(response, { jsonrpc: '2.0', id, result: method === 'tools/list' ? { tools: [] } : {} })
    })
    expect((await say(targetOf(empty.url, { type: 'mcp' }))).problem).toBe('no_text')
  })

  test.each([
    [{ code: -32_602, message: 'bad arguments' }, 'client_error', false],
    [{ code: -32_603, message: 'oops' }, 'server_error', false],
    [{ code: -32_601, message: 'no such method' }, undefined, false],
    [{ code: -32_001, message: 'blocked', data: { code: 'guardrail_blocked' } }, undefined, true],
    [{ code: 1, message: 'I cannot do that.' }, undefined, true],
    [{ code: 1, message: 'File not found' }, undefined, false],
  ] as const)('that answers the error %j', async (error, problem, blockedByGuard) => {
    const agent = await startAgent(({ body }, response) => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string }
      const tools = [{ name: 'a', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }]
      if (id === undefined) response.writeHead(202).end()
      else if (method === 'tools/call') json(response, { jsonrpc: '2.0', id, error })
      else json(response, { jsonrpc: '2.0', id, result: { tools } })
    })
    expect(await say(targetOf(agent.url, { type: 'mcp' }))).toMatchObject({
      problem,
      blockedByGuard,
      text: error.message,
    })
  })
})

describe('arguments of a tool', () => {
  test('contain the message in every required text', () => {
    const schema = {
      type: 'object',
      required: ['q', 'n', 'b', 'kind', 'list', 'deep'],
      properties: {
        q: { type: 'string' },
        n: { type: 'integer', minimum: 5 },
        b: { type: 'boolean' },
        kind: { enum: ['x', 'y'] },
        list: { type: 'array', items: { type: 'string' } },
        deep: { type: 'object', required: ['t'], properties: { t: { type: ['null', 'string'] } } },
        more: { type: 'string' },
      },
    }
    const filled = { q: 'M', n: 5, b: false, kind: 'x', list: ['M'], deep: { t: 'M' } }
    expect(argumentsFor(schema, 'M')).toEqual(filled)
    expect(argumentsFor({ properties: { a: { type: 'number' }, b: { type: 'string' } } }, 'M')).toEqual({ b: 'M' })
    expect(argumentsFor(undefined, 'M')).toEqual({})
    const loop: Record<string, unknown> = { type: 'object', required: ['a'] }
    loop['properties'] = { a: loop }
    expect(JSON.stringify(argumentsFor(loop, 'M')).length).toBeLessThan(100)
  })

  test('go to the named tool, or to all tools with a text parameter', () => {
    const schema = { properties: { q: { type: 'string' } } }
    const named = (names: readonly string[]) =>
      names.map((name) => ({ name, description: '', schema: name === 'none' ? {} : schema }))
    const tools = named(['get', 'get_more', 'none'])
    const chosen = (message: string, from = tools, turn = 0) => toolsFor(message, from, turn).map(({ name }) => name)
    expect([chosen('use get_more now'), chosen('Use GET now')]).toEqual([['get_more'], ['get']])
    expect([chosen('forget it'), chosen('x', []), chosen('x', named(['none']))]).toEqual([
      ['get', 'get_more'],
      [],
      ['none'],
    ])
    const many = named(Array.from({ length: 20 }, (_, at) => `tool_${at}`))
    expect(new Set(chosen('x', many)).size).toBe(8)
    expect(chosen('x', many)).toEqual(chosen('x', many))
    expect(new Set([0, 1, 2].flatMap((turn) => chosen('x', many, turn))).size).toBe(20)
  })

  test('contain the URL or path of a message in matching fields', () => {
    const schema = {
      required: ['url', 'file_path', 'q'],
      properties: { url: { type: 'string' }, file_path: { type: 'string' }, q: { type: 'string' } },
    }
    const message = 'Show me "notes/../../etc/passwd" and open http://127.0.0.1:1/x?y=1 please.'
    expect(argumentsFor(schema, message)).toEqual({
      url: 'http://127.0.0.1:1/x?y=1',
      file_path: 'notes/../../etc/passwd',
      q: message,
    })
    expect(argumentsFor(schema, 'Hello')).toEqual({ url: 'Hello', file_path: 'Hello', q: 'Hello' })
  })

  test('may be written as raw JSON, except for session methods', () => {
    expect(embeddedRequest('{"method": "resources/read", "params": {"uri": "file:///x"}}')).toEqual({
      method: 'resources/read',
      params: { uri: 'file:///x' },
    })
    expect(embeddedRequest('{"method": "initialize"}')).toBeUndefined()
    expect(embeddedRequest('{"name": "a"}')).toBeUndefined()
  })
})
