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
  [401, {}, 'The target does not know its caller: look at auth and headers. (status 401)'],
  [404, {}, 'The target refused the request itself'],
  [200, { nothing: {} }, 'look at responsePath'],
  [200, { reply: '  ' }, 'The target answered nothing.'],
  [403, { error: { code: 'content_filter' } }, 'A guard refuses even a harmless message'],
  [500, {}, 'The target failed with an error of its own. (status 500)'],
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
  expect(harnessProblem(always('defended'))).toContain('what is known to be vulnerable is judged defended')
  expect(harnessProblem(always('vulnerable'))).toContain('what is known to be defended is judged vulnerable')
})
