import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RawRoute, rawRoute } from '../gateway/mcp/raw-route.ts'
import type { RawScript } from '../gateway/mcp/raw-server.ts'
import { type Team, team } from '../gateway/mcp/team.ts'
import { type ToolServer, toolServer } from '../gateway/mcp/tool-server.ts'

const TOOL = { name: 'book', description: 'Books a seat in a train.', inputSchema: { type: 'object' } }
const ASKED = {
  message: 'Which seat?',
  requestedSchema: { type: 'object', properties: { seat: { type: 'string' } } },
} as const

/** A server without sessions that asks for the seat before it books. */
const stateless: RawScript = {
  stateless: true,
  answer: ({ method, params }) => {
    if (method === 'tools/list') return { resultType: 'complete', tools: [TOOL], ttlMs: 0 }
    if (params?.['inputResponses'] === undefined) {
      const seat = { method: 'elicitation/create', params: ASKED }
      return { resultType: 'input_required', requestState: 'made-by-the-server', inputRequests: { seat } }
    }
    return { resultType: 'complete', content: [{ type: 'text', text: 'Booked.' }] }
  },
}

let withSessions: ToolServer
beforeAll(async () => {
  withSessions = await toolServer({
    tools: [TOOL],
    async call(_name, _args, server) {
      await server.elicitInput({ message: ASKED.message, requestedSchema: { ...ASKED.requestedSchema } })
      return { content: [{ type: 'text', text: 'Booked.' }] }
    },
  })
})
afterAll(async () => {
  await withSessions.close()
})

type Fields = Readonly<Record<string, unknown>>

interface InputRequired {
  readonly requestState: string
  readonly inputRequests: Fields
}

describe.each([
  ['with sessions', 'seats-1'],
  ['without sessions', 'seats-2'],
])('a call of a tool that requires approval and whose server %s requests input', (kind, name) => {
  let here: Team
  let route: RawRoute
  beforeAll(async () => {
    here = await team(name)
    route = await rawRoute(here, name, stateless)
    if (kind === 'with sessions') await here.route(name, { url: withSessions.url })
    await here.api('PUT', '/v1/agents/tools/policies', { [`${name}/book`]: { approval: { required: true } } })
    await vi.waitFor(async () => {
      if (!('error' in (await call({ to: 'nowhere' })))) throw new Error('The policy is not there yet.')
    }, 5_000)
  })
  afterAll(async () => {
    await here.close()
    route.server.close()
  })
  const call = (args: Fields, more: Fields = {}) =>
    route.stateless('tools/call', { name: 'book', arguments: args, ...more })

  /** Calls, has the call approved, calls again, and receives an input request. */
  async function asked(args: Fields): Promise<InputRequired> {
    const waits = (await call(args)) as { error: { data: { request_id: string } } }
    const id = waits.error.data.request_id
    await here.api('POST', `/v1/tenant/me/agentic/approvals/${id}/approve`, { approver: 'ann' })
    const answered = await call(args, { _meta: { 'shield/approval_request_id': id } })
    expect(answered).toMatchObject({ result: { resultType: 'input_required' } })
    return answered['result'] as InputRequired
  }

  const callback = ({ inputRequests, requestState }: InputRequired): Fields => ({
    requestState,
    inputResponses: Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { seat: '17' } }]),
    ),
  })

  const requests = async (): Promise<number> => {
    const { body } = await here.api('GET', '/v1/tenant/me/usage')
    return (body as { usage: { requests_today: number } }).usage.requests_today
  }

  test('continues with the input, without a second grant and without counting as a second call', async () => {
    const input = await asked({ to: 'Oslo' })
    const before = await requests()
    const done = await call({ to: 'Oslo' }, callback(input))
    expect(JSON.stringify(done)).toContain('Booked.')
    expect(await requests()).toBe(before)
    expect(before).toBeGreaterThan(2)
    const { body } = await here.api('GET', '/v1/tenant/me/audit?limit=50')
    const entries = (body as { entries: { action: string; verdict: string; details: Fields }[] }).entries
    const own = entries.filter(({ action, details }) => action === 'guard.tool' && details['route'] === name)
    expect(own.slice(0, 2).map(({ verdict, details }) => [verdict, details['continuation']])).toEqual([
      ['pass', true],
      ['pass', undefined],
    ])
    expect(own[0]?.details['arguments_hash']).toBe(own[1]?.details['arguments_hash'])
  })

  test('continues once, only with the same arguments and for the same agent', async () => {
    const input = await asked({ to: 'Rome' })
    const refusal = { error: { code: -32_041 } }
    expect(await call({ to: 'Paris' }, callback(input))).toMatchObject(refusal)
    expect(
      await route.stateless(
        'tools/call',
        { name: 'book', arguments: { to: 'Rome' }, ...callback(input) },
        { 'x-agent-key': 'somebody' },
      ),
    ).toMatchObject(refusal)
    expect(JSON.stringify(await call({ to: 'Rome' }, callback(input)))).toContain('Booked.')
    expect(await call({ to: 'Rome' }, callback(input))).toMatchObject(refusal)
  })

  test('does not go on when the tool was switched off meanwhile', async () => {
    const input = await asked({ to: 'Bonn' })
    const tool = encodeURIComponent(`${name}/book`)
    await here.api('POST', `/v1/shield/tools/${tool}/disable`, { reason: 'An incident.' })
    await expect.poll(() => call({ to: 'Wien' }), { timeout: 20_000 }).toMatchObject({ result: { isError: true } })
    expect(await call({ to: 'Bonn' }, callback(input))).toMatchObject({ result: { isError: true } })
    await here.api('POST', `/v1/shield/tools/${tool}/enable`, {})
  })
})
