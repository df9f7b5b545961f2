import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
let call: (method: string, path: string, body: unknown) => Promise<Answer>
beforeAll(async () => {
  service = await serveWithKeys()
  const headers = { 'x-api-key': await makeTeam(service.url, 'measured') }
  call = (method, path, body) => send(`${service.url}/v1/tenant/me${path}`, method, body, headers)
})
afterAll(() => service.close())

const ADVICE = {
  name: 'No investment advice',
  prompt: 'Flag questions that ask for investment advice: which stocks, funds or coins to buy or sell.',
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

const idOf = ({ body }: Answer): string => (body['policy'] as { policy_id: string }).policy_id

test('custom policies are measured in a worker thread on creation and on change', async () => {
  const evaluated = async (): Promise<number> => {
    const line = (await (await fetch(`${service.url}/metrics`)).text())
      .split('\n')
      .find((item) => item.startsWith('gatehouse_guard_large_texts_total') && item.includes('evaluated'))
    return Number(line?.split(' ').at(-1))
  }
  const before = await evaluated()
  const created = await call('POST', '/custom-policies', { ...ADVICE, examples: undefined })
  expect(await evaluated()).toBeGreaterThan(before)
  const between = await evaluated()
  const changed = await call('PUT', `/custom-policies/${idOf(created)}`, { description: 'Still none.' })
  expect(await evaluated()).toBeGreaterThan(between)
  expect(changed.body['validation']).toEqual(created.body['validation'])
  const taught = await call('PUT', `/custom-policies/${idOf(created)}`, { examples: ADVICE.examples })
  const anew = await call('POST', '/custom-policies', ADVICE)
  expect(taught.body['validation']).toEqual(anew.body['validation'])
  expect(taught.body['validation']).toMatchObject({ method: 'examples', recall: expect.any(Number) as number })
  const answer = await call('POST', '/custom-policies/validate-prompt', { prompt: ADVICE.prompt })
  expect(answer.body['validation']).toMatchObject({ method: 'prompt' })
  expect(await evaluated()).toBeGreaterThanOrEqual(between + 4)
})
