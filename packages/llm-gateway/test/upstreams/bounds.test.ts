import { setTimeout as wait } from 'node:timers/promises'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { NO_TENANT } from '@gatehouse/screening'
import { ask, asked, KEY, type Model, openRig, textOf, useBench } from './rig.ts'

const here = useBench()
const { clock, says, fails, answered } = here

describe('the circuit of an upstream', () => {
  const upstreams = (dead: Model, spare: Model) => [
    { name: 'dead', base_url: dead.url },
    { name: 'spare', base_url: spare.url, order: 1 },
  ]

  test('opens after repeated failures, for its tenant only, and closes after a success', async () => {
    const [dead, spare] = [await fails(500), await says('Hi.')]
    const tenant = here.rig.tenant(upstreams(dead, spare))
    const send = async (of = tenant) => textOf(await here.rig.upstreams.send(of, ask()))
    for (let index = 0; index < 8; index += 1) await send()
    expect(asked(dead, spare)).toEqual([5, 8])
    await send(here.rig.tenant(upstreams(dead, spare), 'other'))
    expect(asked(dead, spare)).toEqual([6, 9])
    clock.time_ms += 30_001
    dead.follow(() => 'Back.')
    expect(await send()).toContain('Back.')
    await send()
    expect(asked(dead)).toEqual([2])
  })

  test("of the deployment's upstream is each tenant's own too", async () => {
    const dead = await fails(500)
    const deployment = { baseUrl: dead.url, apiKey: undefined, models: ['*'], isShared: true }
    const shared = openRig({ deployment, egress: here.rig.egress })
    const send = (tenantId: string) => shared.upstreams.send({ ...NO_TENANT, tenantId }, ask())
    // Each is tried twice.
    for (let index = 0; index < 3; index += 1) await textOf(await send('noisy'))
    await expect(send('noisy')).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(await send('quiet')).toMatchObject({ upstream: '$deployment', status: 500 })
    await shared.close()
  })

  test('reports a retry time if no other upstream remains, and rate limits do not open it', async () => {
    const dead = await here.rig.model(() => ({ reset: true }))
    const tenant = here.rig.tenant([{ name: 'dead', base_url: dead.url }])
    const send = () => here.rig.upstreams.send(tenant, ask())
    for (let index = 0; index < 5; index += 1)
      await expect(send()).rejects.toThrow('closed the connection before the response was complete')
    await expect(send()).rejects.toMatchObject({ code: 'model_unavailable', retryAfter_s: 30 })
    expect(asked(dead)).toEqual([5])
    const limited = await fails(429)
    for (let index = 0; index < 8; index += 1)
      expect(await answered([{ name: 'l', base_url: limited.url }])).toBe('l 429')
    expect(asked(limited)).toEqual([8])
  })
})

describe('client disconnect', () => {
  test.each(['before the first byte', 'in the middle'])('%s ends the call', async (when) => {
    const isEarly = when.startsWith('before')
    const model = await here.rig.model(() => (isEarly ? { hang: true } : { text: 'one two', tokens_per_s: 0.001 }))
    const removed = new AbortController()
    const tenant = here.rig.tenant([{ name: 'm', base_url: model.url, retries: 3 }])
    const sent = here.rig.upstreams.send(tenant, ask({ stream: !isEarly, signal: removed.signal })).then(textOf)
    const ended = sent.catch((thrown: unknown) => thrown)
    while (asked(model)[0] === 0) await wait(2)
    await wait(30)
    const reason = new Error('gone')
    removed.abort(reason)
    await expect.poll(() => model.requests[0]!.abandoned).toBe(true)
    expect(await ended).toBe(reason)
    expect(asked(model)).toEqual([1])
  })

  test('ends the wait for another try', async () => {
    const model = await fails(503, { 'retry-after': '3' })
    const removed = new AbortController()
    const sent = here.rig.upstreams.send(
      here.rig.tenant([{ name: 'm', base_url: model.url, retries: 3 }]),
      ask({ signal: removed.signal }),
    )
    setTimeout(() => removed.abort(new Error('gone')), 50)
    await expect(sent).rejects.toThrow('gone')
  })
})

describe('provider misbehavior', () => {
  proves(
    'guard:egress.at-call',
    'a name that points inside by the time of the call is refused at the call',
    async () => {
      const model = await says('Hi.')
      const answers = ['93.184.215.14', '10.0.0.7']
      const egress = createEgress({ allow: parseEgressAllow(''), resolve: async () => [answers.shift() ?? '10.0.0.7'] })
      const strict = openRig({ egress })
      await egress.check(model.url)
      const sent = strict.upstreams.send(strict.tenant([{ name: 'inside', base_url: model.url, retries: 2 }]), ask())
      await expect(sent).rejects.toMatchObject({
        code: 'egress_refused',
        message: 'The egress policy blocks calls to the upstream "inside".',
      })
      const literal = strict.tenant([{ name: 'meta', base_url: 'http://169.254.169.254/v1' }])
      await expect(strict.upstreams.send(literal, ask())).rejects.toMatchObject({ code: 'egress_refused' })
      expect(asked(model)).toEqual([0])
      await strict.close()
      await egress.close()
    },
  )

  test('the API key quoted in an error is removed', async () => {
    const quotes = `Incorrect key: ${KEY}, ${KEY.slice(0, 20)}..., ...${KEY.slice(-14)}, ${Buffer.from(KEY).toString('base64')}`
    const model = await here.rig.model(() => ({
      status: 401,
      error: { message: quotes },
      headers: { 'x-request-id': KEY, 'retry-after': '1' },
    }))
    const answer = await here.rig.upstreams.send(here.rig.tenant([{ name: 'm', base_url: model.url }]), ask())
    const text = await textOf(answer)
    expect(text).toMatch(/Incorrect key: \*{3}, \*{3}\.{3}, \.{3}\*{3}, \*{3}.{0,3}"/)
    expect(answer.headers).toEqual({ 'content-type': 'application/json', 'retry-after': '1' })
  })

  test('silence in the middle of an answer beyond the idle timeout fails the answer', async () => {
    const model = await here.rig.model(() => ({ text: 'one two', tokens_per_s: 0.1 }))
    const upstreams = [{ name: 'm', base_url: model.url, timeout_s: 5, idle_timeout_s: 1 }]
    const answer = await here.rig.upstreams.send(here.rig.tenant(upstreams), ask({ stream: true }))
    await expect(textOf(answer)).rejects.toThrow('sent no data for 1000 ms')
  })

  test('an endless error response is cut off', async () => {
    const model = await here.rig.model(() => ({ status: 500, raw: 'x'.repeat(1_000_000) }))
    const answer = await here.rig.upstreams.send(here.rig.tenant([{ name: 'm', base_url: model.url }]), ask())
    expect((await textOf(answer)).length).toBe(256 * 1_024)
  })
})

test('keys reach neither logs nor failures', async () => {
  const model = await here.rig.model(() => ({ status: 500, error: { message: `no ${KEY}` } }))
  await answered([{ name: 'm', base_url: model.url }])
  expect(here.rig.log.join('')).toContain('an upstream failed')
  expect(here.rig.log.join('')).not.toContain(KEY)
})
