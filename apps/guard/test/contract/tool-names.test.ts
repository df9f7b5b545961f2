import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
let call: (method: string, path: string, body?: unknown) => ReturnType<typeof send>
beforeAll(async () => {
  service = await serveWithKeys()
  const key = await makeTeam(service.url, 'tool-names', { plan: 'enterprise' })
  call = (method, path, body) => send(`${service.url}${path}`, method, body, { 'x-api-key': key })
  await call('POST', '/v1/shield/tools/ban_hammer/disable', { reason: 'Out of order' })
})
afterAll(() => service.close())

/** Names that a router may resolve to `ban_hammer`. */
const REFUSED = [
  'ban_hammer?x',
  'ban_hammer#x',
  'ban_hammer;x',
  'ban_hammer&x=1',
  'ban_hammer=',
  'ban_hammer%20',
  'ban_hammer%00',
  'ban_hammer,x',
  'ban_hammer|x',
  'ban_hammer()',
  'ban_hammer(x)',
  'ban_hammer[0]',
  'ban_hammer*',
  'ban_hammer~',
  'ban_hammer!',
  'ban_hammer@latest',
  'ban_hammer.',
  'ban_hammer..',
  'ban_hammer/',
  'ban_hammer:',
  'ban_hammer ',
  ' ban_hammer',
  'ban hammer',
  'ban_hammer\t',
  'ban_hammer\n',
  'ban_hammer\u0000',
  './ban_hammer',
  '../ban_hammer',
  '/ban_hammer',
  '//ban_hammer',
  'x/../ban_hammer',
  'x//ban_hammer',
  '.ban_hammer',
  '-ban_hammer',
  '\\ban_hammer',
  'x\\ban_hammer',
  'https://a.example/ban_hammer',
  'file:///ban_hammer',
  '"ban_hammer"',
  "'ban_hammer'",
  '`ban_hammer`',
  '<ban_hammer>',
  '$ban_hammer',
  '{{ban_hammer}}',
  'b\u0430n_hammer',
  'ban\u200b_hammer',
  'ban\u00ad_hammer',
  'ban_hammer\u202e',
  'ban\uff3fhammer',
  'ｂａｎ_hammer',
  'bán_hammer',
  '\u{1d41b}an_hammer',
  '',
  'x'.repeat(201),
]

/** Equivalent spellings within the grammar: the kill switch applies to them. */
const SWITCHED_OFF = [
  'ban_hammer',
  'Ban_Hammer',
  'BAN_HAMMER',
  'ban-hammer',
  'banHammer',
  'ban.hammer',
  'ban:hammer',
  'crm/ban_hammer',
  'crm/Ban-Hammer',
  'functions.ban_hammer',
  'mcp:crm:ban_hammer',
  'mcp__crm__ban_hammer',
]

/** Tool names in common APIs, frameworks and tool servers. */
const ACCEPTED = [
  'search',
  'get_weather',
  'get-weather',
  'getWeather',
  'GetWeather2',
  '_private',
  '__init__',
  'bash',
  'computer_20250124',
  'str_replace_based_edit_tool',
  'mcp__github__create_issue',
  'github.create_issue',
  'functions.get_weather',
  'default_api:get_weather',
  'crm/search',
  'route/server__tool',
  'tenant-1/crm/v2.search',
  'a',
  '7zip',
  'x'.repeat(200),
]

const error = async (path: string, body: object) => {
  const answer = await call('POST', path, body)
  return { status: answer.status, text: JSON.stringify(answer.body) }
}

describe.each(REFUSED)('the tool name %j', (tool_name) => {
  test('is refused by every check, with the grammar', async () => {
    const bodies: readonly (readonly [string, object])[] = [
      ['/v1/shield/tool/check', { tool_name, tool_params: {} }],
      ['/v1/shield/tool/output', { tool_name, output: 'ok' }],
      ['/guardrails/output', { tool_name, output: 'ok' }],
      ['/guardrails/output', { output: 'ok', context: { tool_name } }],
      ['/v1/shield/mcp/check', { server_id: 'crm', tool_name }],
    ]
    for (const [path, body] of bodies) {
      // oxlint-disable-next-line no-await-in-loop -- a few requests
      const { status, text } = await error(path, body)
      expect([path, status]).toEqual([path, 422])
      expect(text).toMatch(/tool_name/)
      expect(text).toContain('is not a tool name. Use ASCII letters')
    }
  })
})

test.each(SWITCHED_OFF)('the kill switch of ban_hammer applies to %s', async (tool_name) => {
  const { body } = await call('POST', '/v1/shield/tool/check', { tool_name, tool_params: {} })
  expect(body).toMatchObject({ allowed: false, guardrail_results: expect.any(Array) as unknown })
  expect(JSON.stringify(body)).toContain('tool_killswitch')
  expect(body['message']).toContain('disabled')
})

test.each(ACCEPTED)('the tool name %s is accepted', async (tool_name) => {
  const answer = await call('POST', '/v1/shield/tool/check', { tool_name, tool_params: {} })
  expect(answer).toMatchObject({ status: 200, body: { allowed: true } })
})

test('a call of a chat answer with another name is refused', async () => {
  for (const name of REFUSED.filter((item) => item !== '')) {
    // oxlint-disable-next-line no-await-in-loop -- some requests
    const { body } = await call('POST', '/beta/litellm_basic_guardrail_api', {
      input_type: 'response',
      texts: [],
      tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: '{}' } }],
    })
    expect([name, body['action']]).toEqual([name, 'BLOCKED'])
  }
})
