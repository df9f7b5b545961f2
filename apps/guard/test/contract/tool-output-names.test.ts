import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveWithKeys, type Served } from '../serve.ts'
import { outputTeam, type Team } from './tool-output-team.ts'

let service: Served
let team: Team
beforeAll(async () => {
  service = await serveWithKeys()
  team = await outputTeam(service.url)
})
afterAll(() => service.close())

const TOOL = { tool_name: 'crm', output: 'fine' }

describe('conflicting alias fields are rejected with their path:', () => {
  const both: readonly (readonly [object, readonly string[]])[] = [
    [{ tool_output: 'ACC-123456' }, ['tool_output']],
    [{ context: { tool_name: 'mail' } }, ['context', 'tool_name']],
    [{ agent_key: 'a', agent_id: 'b' }, ['agent_id']],
    [{ agent_key: 'a', context: { agent_id: 'b' } }, ['context', 'agent_id']],
    [{ agent_id: 'a', context: { agent_id: 'b' } }, ['context', 'agent_id']],
    [{ user_role: 'clerk', context: { user_role: 'admin' } }, ['context', 'user_role']],
  ]
  const ofArguments: readonly (readonly [object, readonly string[]])[] = [
    [{ stage: 'output', context: { stage: 'input' } }, ['context', 'stage']],
    [{ tool_params: { id: 1 }, tool_args: { id: 2 } }, ['tool_args']],
    [{ tool_params: { id: 1 }, context: { tool_input: { id: 2 } } }, ['context', 'tool_input']],
    [{ output: { a: 1 }, tool_output: { a: 2 } }, ['tool_output']],
  ]

  test.each([...both, ...ofArguments])('tool/output with %j', async (fields, place) => {
    const answer = await team.check({ ...TOOL, ...fields })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...place] }] } })
  })

  test.each(both)('guardrails/output with %j', async (fields, place) => {
    const answer = await team.output({ ...TOOL, ...fields })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...place] }] } })
  })
})

test.each([
  { tool_output: 'fine' },
  { agent_key: 'a', agent_id: 'a', context: { agent_id: 'a', tool_name: 'crm' } },
  { user_role: 'clerk', context: { user_role: 'clerk' } },
])('names that agree are fine: %j', async (fields) => {
  const role = { 'x-user-role': 'guest' }
  expect(await team.check({ ...TOOL, ...fields }, role)).toMatchObject({ status: 200 })
  expect(await team.output({ ...TOOL, ...fields }, role)).toMatchObject({ status: 200 })
})

test('the agent of /guardrails/output may be named next to the context', async () => {
  const item = await outputTeam(service.url)
  await item.agent('reader', { tools: ['crm'] })
  const request = { tool_name: 'mail', output: 'fine', context: { user_role: 'clerk' } }
  expect(await item.output({ ...request, agent_key: 'reader' })).toMatchObject({ body: { safe: false } })
})
