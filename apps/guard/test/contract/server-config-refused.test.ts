import { changeDeploymentDocument } from '@gatehouse/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, type Answer, post, send, serve, type Served } from '../serve.ts'

/** Configuration stored by another build that this build rejects in part. */
const STORED = {
  input: {
    keyword_blocklist: { enabled: true, action: 'block', settings: { blocklist: ['stored'], no_such_setting: 1 } },
    sentiment: { enabled: true, action: 'explode' },
    guard_of_yore: { enabled: true, action: 'block', settings: {} },
    length_limit: 'ten',
  },
  agentic: {
    tool_killswitch: { enabled: true, action: 'detect' },
    tool_call_validation: { enabled: true, action: 'warn' },
  },
}

let service: Served
beforeAll(async () => {
  service = await serve()
  await changeDeploymentDocument(service.store, 'guard_defaults', 'another build', () => STORED)
})
afterAll(() => service.close())

const config = (method: string, guardrails?: object): Promise<Answer> =>
  admin(`${service.url}/v1/shield/config`, method, guardrails === undefined ? undefined : { guardrails })
const entries = ({ body }: Answer) => body['guardrails'] as Readonly<Record<string, Record<string, unknown>>>
const ready = async (): Promise<unknown> => {
  const { status, body } = await send(`${service.url}/ready`, 'GET')
  const { guard_defaults: defaults } = body['dependencies'] as Record<string, { state: string; required: boolean }>
  return [status, defaults]
}

test('stored defaults that this build rejects do not apply, and all others do', async () => {
  const { status, body } = await post(`${service.url}/guardrails/input`, { message: 'it is stored' })
  expect([status, body['action']]).toEqual([200, 'block'])
  const check = await post(`${service.url}/v1/shield/tool/check`, { tool_name: 'x' })
  expect([check.status, check.body['action']]).toEqual([200, 'pass'])
  await expect.poll(ready).toMatchObject([200, { state: 'down', required: false }])
  expect(service.log.join('\n')).toContain('input.keyword_blocklist.settings.no_such_setting')
})

test('the kill switch works under them', async () => {
  expect((await send(`${service.url}/v1/shield/tools/x/disable`, 'POST', { reason: 'emergency' })).status).toBe(200)
  expect((await post(`${service.url}/v1/shield/tool/check`, { tool_name: 'x' })).body['action']).toBe('block')
})

test('rejected defaults are shown with their error, and can be repaired individually', async () => {
  const shown = await config('GET')
  expect(shown.status).toBe(200)
  const at = (...path: string[]): object => ({ problems: [{ path, message: expect.any(String) as string }] })
  expect(entries(shown)).toMatchObject({
    keyword_blocklist: {
      action: 'block',
      source: 'stored',
      settings: { blocklist: ['stored'] },
      ...at('settings', 'no_such_setting'),
    },
    sentiment: { enabled: true, ...at('action') },
    guard_of_yore: { available: false, enabled: false, source: 'stored', ...at() },
    length_limit: { source: 'builtin', ...at() },
    tool_killswitch: { action: 'block', ...at('action') },
    tool_call_validation: { action: 'warn', source: 'stored' },
  })
  expect(entries(shown)['tool_call_validation']).not.toHaveProperty('problems')

  // Fields that the body omits stay unchanged, valid or not; fields in the body must be valid.
  const other = await config('PUT', { toxicity: { action: 'block' } })
  expect(other.status).toBe(200)
  expect(entries(other)['guard_of_yore']).toMatchObject({ source: 'stored' })
  expect((await config('PUT', { keyword_blocklist: { action: 'warn' } })).status).toBe(422)

  const repaired = await config('PUT', {
    keyword_blocklist: { settings: { no_such_setting: null } },
    sentiment: { action: 'warn' },
    guard_of_yore: null,
    length_limit: { max_chars: 9_000 },
    tool_killswitch: { action: 'block' },
  })
  expect(repaired.status).toBe(200)
  expect(JSON.stringify(repaired.body)).not.toContain('problems')
  expect(entries(repaired)).toMatchObject({
    keyword_blocklist: { action: 'block', settings: { blocklist: ['stored'] } },
    length_limit: { source: 'stored', settings: { max_chars: 9_000 } },
  })
  expect(entries(repaired)).not.toHaveProperty('guard_of_yore')
  await expect.poll(ready).toMatchObject([200, { state: 'up' }])
})
