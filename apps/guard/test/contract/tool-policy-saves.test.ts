import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

const PATH = '/v1/agents/tools/policies'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

const record = (body: unknown): Readonly<Record<string, unknown>> => body as Record<string, unknown>

test('tool policies are saved individually, and concurrent saves are both stored', async () => {
  const key = await makeTeam(service.url, 'one-by-one', { plan: 'enterprise' })
  const call: Call = (method, path, body) => send(`${service.url}${path}`, method, body, { 'x-api-key': key })
  const names = ['a', 'b', 'files/read*', 'policies', 'items']
  const answers = await Promise.all(
    names.map((name) => call('PUT', `${PATH}/${encodeURIComponent(name)}`, { rate_limit: { limit: 7 }, colour: 1 })),
  )
  expect(answers.map(({ body: { status, warnings } }) => ({ status, warnings }))).toEqual(
    names.map((name) => ({
      status: 'created',
      warnings: [`The policy for tool "${name}" has an unknown field "colour", which was not stored.`],
    })),
  )
  const answer = await call('PUT', `${PATH}/a`, { session_limit: 3, tool_name: 'a' })
  expect(answer.body).toMatchObject({ status: 'updated', policy: { session_limit: 3, rate_limit: { limit: 100 } } })
  const { tool_policies } = (await call('GET', PATH)).body
  expect(Object.keys(record(tool_policies)).toSorted()).toEqual(names.toSorted())
  expect(record(tool_policies)['policies']).toMatchObject({ tool_name: 'policies', rate_limit: { limit: 7 } })
  expect((await call('PUT', `${PATH}/a`, { tool_name: 'b' })).text).toContain('"tool_name"')
  const wrong = await call('PUT', `${PATH}/a`, { parameter_policy: { regex_rules: { 'x.y': '(a)\\1' } } })
  expect(wrong).toMatchObject({ status: 422, body: { error: 'invalid_request' } })
  expect((await call('PUT', `${PATH}/${encodeURIComponent('a*b')}`, {})).status).toBe(422)
})
