import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, post, resultOf, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

const PATHS = ['/custom-policies', '/policies/custom'] as const
const ADVICE = {
  name: 'No investment advice',
  description: 'The bank gives none.',
  prompt: 'Flag questions that ask for investment advice: which stocks, funds or coins to buy or sell.',
  action: 'block',
  confidence_threshold: 0.5,
  examples: {
    violating: [
      'Should I buy Tesla stock now?',
      'Which crypto coin will go up?',
      'Recommend a fund for my savings.',
      'Is it time to sell my shares?',
      'What stocks would you pick?',
    ],
    allowed: [
      'How do I open an account?',
      'What is the fee for a transfer?',
      'Explain what a share is.',
      'Where is my balance?',
      'My card was declined.',
    ],
  },
}
const ASKS = 'Which stock should I buy with my savings?'

let refused = 0

interface Team {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly ask: (message: string, rest?: object) => Promise<Answer>
}

async function team(id: string): Promise<Team> {
  const headers = { 'x-api-key': await makeTeam(service.url, id) }
  return {
    call: (method, path, body) => send(`${service.url}/v1/tenant/me${path}`, method, body, headers),
    ask: (message, rest = {}) => post(`${service.url}/v1/shield/classify`, { message, ...rest }, headers),
  }
}

const idOf = ({ body }: Answer): string => (body['policy'] as { policy_id: string }).policy_id
const create = async (call: Team['call'], rest: object = {}) =>
  idOf(await call('POST', '/custom-policies', { ...ADVICE, ...rest }))

describe('custom policies', () => {
  proves(
    [
      'guard:endpoints.custom-create',
      'guard:custom.create-answer',
      'guard:custom.record',
      'guard:custom.measured',
      'guard:custom.examples',
      'guard:custom.prompt',
      'guard:service.tenant-configures-custom',
      'guard:custom.second-path',
    ],
    'are created under both paths, with error rates from their examples',
    async () => {
      for (const [index, path] of PATHS.entries()) {
        const { call } = await team(`makers-${index}`)
        const answer = await call('POST', `${path}/`, ADVICE)
        expect(answer.status).toBe(201)
        expect(answer.body).toMatchObject({
          status: 'created',
          policy: {
            ...ADVICE,
            stage: 'input',
            version: 1,
            policy_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
            created_by: expect.stringMatching(/^tenant:/) as string,
            updated_by: expect.stringMatching(/^tenant:/) as string,
          },
          validation: { valid: true, issues: [], method: 'examples' },
        })
        const { precision, recall } = answer.body['validation'] as { precision: number; recall: number }
        expect(precision).toBeGreaterThanOrEqual(0)
        expect(recall).toBeLessThanOrEqual(1)
        const id = idOf(answer)
        expect((await call('GET', `${path}/${id}`)).body).toMatchObject({ policy: { policy_id: id, ...ADVICE } })
      }
    },
  )

  proves(
    [
      'guard:custom.enabled-default',
      'guard:custom.priority',
      'guard:custom.multi-turn',
      'guard:custom.threshold',
      'guard:custom.stage',
    ],
    'have defaults',
    async () => {
      const { call } = await team('defaulters')
      const { body } = await call('POST', '/custom-policies', { name: 'Short', prompt: ADVICE.prompt })
      expect(body['policy']).toMatchObject({
        description: '',
        stage: 'input',
        action: 'block',
        enabled: true,
        confidence_threshold: 0.8,
        priority: 100,
        multi_turn: false,
        examples: { violating: [], allowed: [] },
      })
      expect(body['validation']).toMatchObject({ valid: true, method: 'prompt' })
    },
  )

  proves.each(
    [
      'guard:custom.name',
      'guard:custom.description',
      'guard:custom.prompt',
      'guard:custom.threshold',
      'guard:custom.priority',
    ],
    [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ description: 'x'.repeat(501) }, 'description'],
      [{ prompt: 'too short' }, 'prompt'],
      [{ prompt: 'x'.repeat(2_001) }, 'prompt'],
      [{ action: 'explode' }, 'action'],
      [{ stage: 'agentic' }, 'stage'],
      [{ confidence_threshold: 0.4 }, 'confidence_threshold'],
      [{ confidence_threshold: 1.1 }, 'confidence_threshold'],
      [{ priority: 0 }, 'priority'],
      [{ priority: 1_001 }, 'priority'],
      [{ examples: { violating: Array.from({ length: 201 }, () => 'x') } }, 'examples'],
    ],
  )('reject %j without storing anything', async (wrong, field) => {
    const { call } = await team(`refused-${(refused += 1)}`)
    const answer = await call('POST', '/custom-policies', { ...ADVICE, ...wrong })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(`"${field}"`)
    expect((await call('GET', '/custom-policies')).body).toMatchObject({ policies: [], stats: { total: 0 } })
  })

  proves(
    [
      'guard:endpoints.custom-list',
      'guard:endpoints.custom-list-enabled',
      'guard:custom.list-answer',
      'guard:endpoints.custom-one',
      'guard:custom.one-answer',
      'guard:custom.put-answer',
      'guard:custom.status-answer',
      'guard:endpoints.custom-enable',
      'guard:endpoints.custom-disable',
      'guard:states.custom-policy-enabled',
      'guard:states.custom-policy-disabled',
    ],
    'are listed, changed, switched and removed',
    async () => {
      const { call } = await team('keepers')
      const id = await create(call)
      await create(call, { name: 'Another', stage: 'output', enabled: false })
      expect((await call('GET', '/custom-policies/')).body).toMatchObject({
        tenant_id: 'keepers',
        policies: [{ name: ADVICE.name }, { name: 'Another' }],
        stats: { total: 2, enabled: 1, input: 1, output: 1 },
      })
      expect((await call('GET', '/custom-policies/?enabled_only=true')).body['policies']).toHaveLength(1)
      expect((await call('PUT', `/custom-policies/${id}`, { action: 'warn' })).body).toMatchObject({
        status: 'updated',
        policy: { policy_id: id, version: 2, action: 'warn', name: ADVICE.name },
      })
      expect((await call('PUT', `/custom-policies/${id}`, { prompt: 'short' })).status).toBe(422)
      expect((await call('POST', `/custom-policies/${id}/disable`)).body).toEqual({ status: 'disabled', policy_id: id })
      expect((await call('GET', `/custom-policies/${id}`)).body).toMatchObject({
        policy: { enabled: false, version: 3 },
      })
      expect((await call('POST', `/custom-policies/${id}/enable`)).body).toEqual({ status: 'enabled', policy_id: id })
      expect((await call('GET', `/custom-policies/${id}`)).body).toMatchObject({ policy: { enabled: true } })
      expect((await call('GET', '/policies')).body['custom_policies']).toHaveLength(2)
      expect((await call('DELETE', `/custom-policies/${id}`)).body).toEqual({ status: 'deleted', policy_id: id })
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/enable'],
      ] as const) {
        expect((await call(method, `/custom-policies/${id}${path}`, method === 'PUT' ? {} : undefined)).status).toBe(
          404,
        )
      }
    },
  )

  proves('guard:custom.max-10-per-stage', 'are ten a stage at most, also for two that are made at once', async () => {
    const { call } = await team('collectors')
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', '/custom-policies', ADVICE)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body['error'])).toEqual([
      'limit_reached',
      'limit_reached',
    ])
    expect((await call('POST', '/custom-policies', { ...ADVICE, stage: 'output' })).status).toBe(201)
  })

  proves(['guard:endpoints.custom-validate', 'guard:custom.validate-answer'], 'can be tried before', async () => {
    const { call } = await team('triers')
    expect((await call('POST', '/custom-policies/validate-prompt', { prompt: ADVICE.prompt })).body).toMatchObject({
      tenant_id: 'triers',
      prompt: ADVICE.prompt,
      validation: { valid: true, issues: [], method: 'prompt' },
    })
    expect((await call('POST', '/custom-policies/validate-prompt', { prompt: 'no' })).body).toMatchObject({
      validation: { valid: false, issues: [expect.stringMatching(/^prompt: /)] },
    })
  })

  proves(
    ['guard:endpoints.custom-limits', 'guard:endpoints.policies-limits', 'guard:custom.limits-answer'],
    'have limits that can be read',
    async () => {
      const { call } = await team('readers')
      for (const path of ['/custom-policies/limits/info', '/policies/limits']) {
        expect((await call('GET', path)).body).toMatchObject({
          max_policies_per_stage: 10,
          valid_stages: ['input', 'output'],
          valid_actions: ['pass', 'detect', 'warn', 'redact', 'block'],
          min_prompt_length: 20,
          max_prompt_length: 2_000,
          confidence_threshold_range: { min: 0.5, max: 1 },
          priority_range: { min: 1, max: 1_000 },
        })
      }
    },
  )

  test('apply within a second with their own action, and stop after deletion', async () => {
    const { call, ask } = await team('enforcers')
    expect((await ask(ASKS)).body).toMatchObject({ action: 'pass' })
    const id = await create(call, { action: 'warn' })
    const action = async () => (await ask(ASKS)).body['action']
    await expect.poll(action, { timeout: 20_000 }).toBe('warn')
    const found = resultOf(await ask(ASKS), 'custom_policy_input')
    expect(found).toMatchObject({ passed: false, details: { policies: [{ policy_id: id, name: ADVICE.name }] } })
    expect((await ask('What is the fee for a transfer to Spain?')).body).toMatchObject({ action: 'pass' })
    await call('PUT', `/custom-policies/${id}`, { action: 'block' })
    await expect.poll(action, { timeout: 20_000 }).toBe('block')
    await call('POST', `/custom-policies/${id}/disable`)
    await expect.poll(action, { timeout: 20_000 }).toBe('pass')
  })

  test('evaluate earlier turns if configured', async () => {
    const { call, ask } = await team('talkers')
    await create(call, { multi_turn: true, confidence_threshold: 0.6 })
    await expect.poll(async () => (await ask(ASKS)).body['action'], { timeout: 20_000 }).toBe('block')
    const last = 'And which of them would you choose?'
    expect((await ask(last, { session_id: 'fresh' })).body).toMatchObject({ action: 'pass' })
    await ask('I have savings and think about stocks and coins.', { session_id: 'talk' })
    const together = resultOf(await ask(last, { session_id: 'talk' }), 'custom_policy_input')
    const alone = resultOf(await ask(last, { session_id: 'fresh-2' }), 'custom_policy_input')
    expect(Number(together?.['score'])).toBeGreaterThan(Number(alone?.['score']))
  })

  test('are of their tenant alone', async () => {
    const item = await team('owners')
    const other = await team('others')
    const id = await create(item.call)
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/enable'],
      ['POST', '/disable'],
    ] as const) {
      const body = method === 'PUT' ? { name: 'Mine now' } : undefined
      expect((await other.call(method, `/custom-policies/${id}${path}`, body)).status).toBe(404)
    }
    expect((await item.call('GET', `/custom-policies/${id}`)).body).toMatchObject({
      policy: { name: ADVICE.name, version: 1 },
    })
    expect((await other.ask(ASKS)).body).toMatchObject({ action: 'pass' })
  })
})
