import { expect, test } from 'vitest'
import { decide } from '../../src/judges/decide.ts'
import { harnessProblem, preflight } from '../../src/targets/preflight.ts'
import { json, startAgent, targetOf } from './agent-server.ts'

const { signal } = new AbortController()

test('a target that answers a harmless message may be attacked', async () => {
  const agent = await startAgent((_, response) => json(response, { reply: 'I sell tickets.' }))
  expect(await preflight(targetOf(agent.url), signal)).toMatchObject({
    problem: undefined,
    reply: { text: 'I sell tickets.' },
  })
  expect(agent.asked).toHaveLength(1)
})

test.each([
  [401, {}, 'The target rejected the credentials. Check auth and headers. (status 401)'],
  [404, {}, 'The target rejected the request'],
  [200, { nothing: {} }, 'Check responsePath'],
  [200, { reply: '  ' }, 'The target returned an empty response.'],
  [403, { error: { code: 'content_filter' } }, 'A guard blocks even a benign message'],
  [500, {}, 'The target returned a server error. (status 500)'],
] as const)('a target that answers %i %j may not', async (status, value, sentence) => {
  const agent = await startAgent((_, response) => json(response, value, status))
  expect((await preflight(targetOf(agent.url), signal)).problem).toContain(sentence)
})

test('judges that err are found out before anything is sent', () => {
  expect(harnessProblem()).toBeUndefined()
  const always = (verdict: 'defended' | 'vulnerable') => (exchange: Parameters<typeof decide>[0]) => ({
    ...decide(exchange),
    verdict,
  })
  expect(harnessProblem(always('defended'))).toContain('a known vulnerable example was judged defended')
  expect(harnessProblem(always('vulnerable'))).toContain('a known defended example was judged vulnerable')
})
