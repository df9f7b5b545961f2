import { RunTarget } from '@gatehouse/contracts/redteam'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { readRepo } from '../../src/repo/read-repo.ts'
import { codeBase, memoryFolder } from './memory-folder.ts'

const read = async (name: string) => readRepo(memoryFolder(await codeBase(name)))

describe('a service in Express with a table of tools', () => {
  test('is read through its routers, its modules and its prompt', async () => {
    const { targets, tools, prompts } = await read('express-support')
    expect(targets).toHaveLength(1)
    expect(targets[0]).toMatchObject({
      endpoint: 'POST /api/v1/support/chat',
      confidence: 100,
      target: {
        baseUrl: 'http://127.0.0.1:4010',
        agentEndpoint: '/api/v1/support/chat',
        method: 'POST',
        customApiTemplate: {
          bodyTemplate: '{"message": {{message}}, "sessionId": {{session_id}}}',
          responsePath: 'reply',
        },
        session: { madeBy: 'client' },
        toolCallsPath: 'toolCalls',
        allowedTools: ['look_up_order', 'refund_order', 'email_customer'],
      },
    })
    expect(targets[0]?.open.join('\n')).toContain('requireUser')
    expect(tools.map(({ name, traits, at }) => [name, traits, at])).toEqual([
      ['look_up_order', ['reads_records', 'searches'], { path: 'src/tools.js', line: 4 }],
      ['refund_order', ['pays', 'reads_records'], { path: 'src/tools.js', line: 12 }],
      ['email_customer', ['sends', 'reads_records'], { path: 'src/tools.js', line: 23 }],
    ])
    expect(prompts[0]?.text).toContain('the support assistant of Fernwood Bikes')
  })

  test('cites the line of each reason', async () => {
    const { targets, categories } = await read('express-support')
    const because = new Map(targets[0]?.reasons.map(({ field, at }) => [field, at]))
    expect(because.get('baseUrl')).toEqual({ path: 'src/server.js', line: 10 })
    expect(because.get('agentEndpoint')).toEqual({ path: 'src/routes/chat.js', line: 7 })
    expect(because.get('systemPrompt')).toEqual({ path: 'src/prompts/system.js', line: 3 })
    const byName = new Map(categories.map(({ name, reasons }) => [name, reasons]))
    expect(byName.get('unauthorized_commitment')?.[0]).toEqual({
      reason: 'The tool "refund_order" moves money or promises it.',
      at: { path: 'src/tools.js', line: 12 },
    })
    expect([...byName.keys()]).toEqual(
      expect.arrayContaining(['secret_disclosure', 'auth_bypass', 'cross_session_leak', 'data_exfiltration']),
    )
    expect([...byName.keys()]).not.toContain('rag_poisoning')
  })

  test('contains no secrets of the code', async () => {
    const told = JSON.stringify(await read('express-support'))
    expect(told).not.toContain('FERN-4471-KX')
    expect(told).toContain('override code is ***')
  })
})

test('a service in FastAPI with documents: models of the body, routers in routers, a prompt in a file', async () => {
  const reading = await read('fastapi-rag')
  expect(reading.targets.map(({ target }) => target)).toEqual([
    {
      baseUrl: 'http://127.0.0.1:8123',
      agentEndpoint: '/v2/handbook/ask',
      method: 'POST',
      customApiTemplate: {
        bodyTemplate: '{"question": {{message}}, "conversation_id": {{session_id}}, "department": "test"}',
        responsePath: 'answer',
      },
      session: { madeBy: 'client' },
      systemPrompt:
        'You answer questions of employees about the handbook. Only use the passages that you are given.\nNever give legal advice.',
    },
  ])
  expect(reading.prompts).toHaveLength(1)
  expect(reading.categories.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['rag_poisoning', 'rag_exfiltration', 'regulated_advice', 'auth_bypass']),
  )
  expect(JSON.stringify(reading)).not.toContain('sk-proj')
})

test('a page in Next that streams, with tools in an object', async () => {
  const { targets, tools, categories } = await read('next-ai-sdk')
  expect(targets[0]?.target).toMatchObject({
    agentEndpoint: '/api/chat',
    stream: true,
    allowedTools: ['findFlights', 'bookFlight'],
    customApiTemplate: { bodyTemplate: expect.stringContaining('"parts": [{"type": "text", "text": {{message}}}]') },
  })
  expect(tools.map(({ name, parameters }) => [name, parameters])).toEqual([
    ['findFlights', ['from', 'to']],
    ['bookFlight', ['flightId', 'seats']],
  ])
  expect(categories.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['markdown_exfiltration', 'false_history', 'unauthorized_commitment']),
  )
})

test('a Flask script with model-written SQL', async () => {
  const { targets, categories } = await read('flask-sql')
  expect(targets[0]?.target).toMatchObject({
    baseUrl: 'http://127.0.0.1:5005',
    agentEndpoint: '/analyst/query',
    customApiTemplate: { bodyTemplate: '{"q": {{message}}}', responsePath: 'data.answer' },
    toolCallsPath: 'tools_used',
    allowedTools: ['run_sql'],
  })
  expect(categories.map(({ name }) => name)).toContain('sql_injection')
})

test('a tool server is not an agent, and its tools are listed', async () => {
  const { targets, notes, tools, categories } = await read('mcp-server')
  expect(targets).toEqual([])
  expect(notes).toEqual([expect.stringContaining('src/index.ts:20 serves tools by standard input and output')])
  expect(tools.map(({ name, traits }) => [name, traits])).toEqual([
    ['read_note', ['reads_files', 'reads_records']],
    ['run_command', ['runs_shell']],
  ])
  expect(categories.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mcp_missing_auth', 'shell_injection', 'path_traversal']),
  )
})

test('a server of tools over HTTP is a target itself', async () => {
  const javascript = `
const server = new McpServer({ name: 'a', version: '1' })
server.registerTool('look', { description: 'Looks' }, async () => 1)
app.all('/tools/mcp', async (req, res) => new StreamableHTTPServerTransport({}).handleRequest(req, res))
app.listen(4455)`
  const python = `
from fastmcp import FastMCP
mcp = FastMCP("b")
@mcp.tool()
def look(where: str) -> str:
    """Looks."""
    return "x"
mcp.run(transport="streamable-http", port=9100)
`
  const [one] = (await readRepo(memoryFolder({ 'a.js': javascript }))).targets
  expect(one?.target).toEqual({
    type: 'mcp',
    baseUrl: 'http://127.0.0.1:4455',
    agentEndpoint: '/tools/mcp',
    allowedTools: ['look'],
  })
  const [two] = (await readRepo(memoryFolder({ 'b.py': python }))).targets
  expect(two?.target).toEqual({
    type: 'mcp',
    baseUrl: 'http://127.0.0.1:9100',
    agentEndpoint: '/mcp',
    allowedTools: ['look'],
  })
})

test('agents with handoffs behind a path with a conversation id', async () => {
  const { targets, tools, prompts, categories } = await read('crew-agents')
  expect(targets[0]?.target).toMatchObject({
    agentEndpoint: '/jobs/{{session_id}}/generate',
    customApiTemplate: { bodyTemplate: '{"prompt": {{message}}, "topic": "test"}', responsePath: 'result.text' },
  })
  expect(tools.map(({ name }) => name)).toEqual(['Search the archive', 'publish_article'])
  expect(prompts).toHaveLength(2)
  expect(categories.map(({ name }) => name)).toEqual(expect.arrayContaining(['delegation_abuse', 'cascading_failure']))
})

test('a Hono service with an agent factory and a body schema', async () => {
  const { targets, prompts, categories } = await read('hono-langchain')
  expect(targets[0]?.target).toMatchObject({
    baseUrl: 'http://127.0.0.1:8790',
    agentEndpoint: '/svc/desk/ask',
    customApiTemplate: {
      bodyTemplate: '{"question": {{message}}, "threadId": {{session_id}}, "patientId": "test"}',
      responsePath: 'result.text',
    },
    toolCallsPath: 'tool_calls',
    allowedTools: ['find_appointments', 'cancel_appointment'],
  })
  expect(prompts).toMatchObject([{ isSure: true, at: { path: 'src/desk/words.ts', line: 1 } }])
  expect(categories.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['memory_poisoning', 'regulated_advice', 'destructive_action', 'sql_injection']),
  )
})

test('an agent with decorated tool functions and body members as parameters', async () => {
  const { targets, tools, prompts } = await read('pydantic-ai-bank')
  expect(targets[0]).toMatchObject({
    endpoint: 'POST /api/teller/messages',
    target: {
      baseUrl: 'http://127.0.0.1:9001',
      customApiTemplate: { bodyTemplate: '{"text": {{message}}, "customer_id": 1}', responsePath: 'data.message' },
      allowedTools: ['account_balance', 'transfer_money'],
    },
  })
  expect(targets[0]?.open.join()).toContain('require_session')
  expect(tools.map(({ parameters }) => parameters)).toEqual([
    ['account', 'include_pending'],
    ['from_account', 'to_account', 'cents'],
  ])
  expect(prompts).toHaveLength(2)
})

test('agents that hand over, with a prompt in a file and a stream as the reply', async () => {
  const { targets, categories } = await read('express-agents-sdk')
  expect(targets[0]?.target).toMatchObject({
    baseUrl: 'http://127.0.0.1:7070',
    agentEndpoint: '/triage',
    stream: true,
    customApiTemplate: { bodyTemplate: '{"input": {{message}}, "conversationId": {{session_id}}}' },
    systemPrompt: 'You find out what a question is about. You hand writing over to the writer.',
  })
  const names = categories.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['ssrf', 'delegation_abuse']))
  expect(names).not.toContain('missing_rate_limit')
})

test('the proposal is a valid run request', async () => {
  const known = new Set(allCategories.map(({ name }) => name))
  for (const name of [
    'express-support',
    'fastapi-rag',
    'next-ai-sdk',
    'flask-sql',
    'mcp-server',
    'crew-agents',
    'hono-langchain',
    'pydantic-ai-bank',
    'express-agents-sdk',
  ]) {
    const { targets, categories } = await read(name)
    for (const { target } of targets) expect(RunTarget.safeParse(target).success).toBe(true)
    expect(categories.filter((category) => !known.has(category.name))).toEqual([])
    expect(categories.every(({ reasons }) => reasons.length > 0)).toBe(true)
  }
})

test('an empty folder has an empty result', async () => {
  expect(await readRepo(memoryFolder({}))).toMatchObject({
    files: { listed: 0, read: 0, isComplete: true },
    targets: [],
    categories: [],
    tools: [],
  })
})
