import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resultOf, serveWithKeys, type Served } from '../serve.ts'
import { agentTeam } from './agent-team.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

const BANK = 'You are a banking assistant. Help customers with accounts, cards and transfers.'
const COOK = 'You are a cooking assistant. Help people with recipes, dishes and baking.'
const RECIPE = 'A good recipe for garlic bread with cheese?'
const TRANSFER = 'Why was my wire transfer rejected?'

const withTopics = (settings: object, entry: object = {}) => ({
  input_guardrails: { 'topic-restriction': { action: 'block', settings, ...entry } },
})

describe('POST /v1/shield/topic/check', () => {
  test('the purpose of the tenant overrides the purpose of the request', async () => {
    const { check } = await agentTeam(service, 'purpose', withTopics({ system_purpose: BANK }))
    const recipe = await check('topic/check', { message: RECIPE, system_purpose: COOK })
    expect(recipe.body).toMatchObject({ allowed: false, action: 'block' })
    expect(resultOf(recipe, 'topic_restriction')).toMatchObject({ details: { purpose: 'tenant' } })
    expect((await check('topic/check', { message: TRANSFER, system_purpose: COOK })).body['allowed']).toBe(true)
  })

  test('so do its allowed topics: a request does not add to them', async () => {
    const { check } = await agentTeam(
      service,
      'allowed',
      withTopics({ allowed_topics: ['banking and money transfers'] }),
    )
    expect((await check('topic/check', { message: RECIPE, system_purpose: COOK })).body['allowed']).toBe(false)
  })

  test('the purpose of the request applies in addition to denied topics', async () => {
    const { check } = await agentTeam(service, 'denied', withTopics({ denied_topics: ['medical advice'] }))
    const recipe = await check('topic/check', { message: RECIPE, system_purpose: COOK })
    expect(recipe.body['allowed']).toBe(true)
    expect(resultOf(recipe, 'topic_restriction')).toMatchObject({ details: { purpose: 'request' } })
    expect((await check('topic/check', { message: RECIPE, system_purpose: BANK })).body['allowed']).toBe(false)
  })

  test('if the tenant has disabled the guard, the response reports that no check ran', async () => {
    const { check } = await agentTeam(service, 'off', withTopics({}, { enabled: false }))
    const answer = await check('topic/check', { message: RECIPE, system_purpose: BANK })
    expect(answer.body).toMatchObject({
      allowed: true,
      action: 'pass',
      message: expect.stringContaining('disabled') as string,
    })
    expect(resultOf(answer, 'topic_restriction')).toMatchObject({ passed: true, details: { enabled: false } })
  })
})
