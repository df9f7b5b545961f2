import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeKey, makeTeam, post, resultOf, send, serveWithKeys, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serveWithKeys()
})
afterAll(() => served.close())

interface Team {
  check(body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
  cleanUp(body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

async function team(id: string, rest: object = {}, agents: readonly object[] = []): Promise<Team> {
  const key = await makeTeam(served.url, id, { plan: 'enterprise', ...rest })
  for (const agent of agents) {
    const made = await send(`${served.url}/v1/agents/registry`, 'POST', agent, { 'x-api-key': key })
    if (made.status !== 201) throw new Error(made.text)
  }
  const to =
    (path: string) =>
    (body: object, headers: Readonly<Record<string, string>> = {}) =>
      post(`${served.url}/v1/shield/memory/${path}`, body, { 'x-api-key': key, ...headers })
  return { check: to('check'), cleanUp: to('cleanup') }
}

const guards = (settings: object, rest: object = {}) => ({ agentic_guardrails: { memory_guard: { settings, ...rest } } })
const write = (value: unknown, rest: object = {}) => ({ agent_key: 'a', operation: 'write', key: 'k', value, ...rest })
const read = (value: unknown, rest: object = {}) => ({ agent_key: 'a', operation: 'read', key: 'k', value, ...rest })

describe('POST /v1/shield/memory/check', () => {
  proves(
    ['guard:endpoints.memory-check', 'guard:memory.operations', 'guard:check.common-answer'],
    'lets an agent write, read and delete what it remembers',
    async () => {
      const { check } = await team('plain')
      for (const operation of ['write', 'read', 'delete']) {
        const { status, body } = await check({ agent_key: 'a', operation, key: 'color', value: 'Her favourite is blue.' })
        expect(status).toBe(200)
        expect(body).toMatchObject({ allowed: true, safe: true, action: 'pass', mode: 'enforce' })
        expect(body['guardrail_results']).toHaveLength(2)
      }
      expect((await check({ agent_key: 'a', operation: 'list', key: 'k' })).status).toBe(422)
      expect((await check({ agent_key: 'a', operation: 'write', key: 'k' })).status).toBe(422)
      expect((await check({ agent_key: 'a', operation: 'read' })).status).toBe(422)
    },
  )
})
