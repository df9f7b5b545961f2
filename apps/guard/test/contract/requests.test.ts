import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, serve, type Served } from '../serve.ts'

const MIB = 1024 * 1024
const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let service: Served
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.close())

const send = (body: unknown, headers: Record<string, string> = {}) =>
  post(`${service.url}/guardrails/input`, body, headers)
/** Audit entries of the tenant, newest first. */
const audit = async () => (await call(`${service.url}/v1/tenant/me/audit`)).body['entries'] as Record<string, unknown>[]

describe('refusals', () => {
  proves.each(
    [
      'all:errors.body',
      'all:errors.400-malformed-json',
      'all:errors.404',
      'all:errors.405',
      'all:errors.413',
      'all:errors.415',
    ],
    [
      ['POST', '/guardrails/input', '{"message":', {}, 400, 'malformed_json'],
      ['POST', '/guardrails/input', '', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      ['POST', '/guardrails/input', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      ['POST', '/guardrails/input', `"${'x'.repeat(2 * MIB)}"`, {}, 413, 'body_too_large'],
      ['POST', '/guardrails/nothing', '{}', {}, 404, 'not_found'],
      ['POST', '/v1/shield/../../etc/passwd', '{}', {}, 404, 'not_found'],
      ['PUT', '/guardrails/input', '{}', {}, 405, 'method_not_allowed'],
      ['DELETE', '/v1/shield/guardrails', undefined, {}, 405, 'method_not_allowed'],
    ] as [string, string, string | undefined, Record<string, string>, number, string][],
  )('%s %s is refused with a code and a sentence', async (method, path, body, headers, status, error) => {
    const answer = await call(`${service.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ error, detail: expect.stringMatching(/\.$/) as string })
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^(?:POST|GET, HEAD)$/)
  })

  proves.each(['all:errors.guard-422', 'all:errors.guard-422-loc', 'guard:errors.422-validation'], [
    [{}, ['body', 'message']],
    [{ message: 7 }, ['body', 'message']],
    [{ message: ['a'] }, ['body', 'message']],
    [{ messages: 'hello' }, ['body', 'messages']],
    [{ messages: [{ content: 'x' }] }, ['body', 'messages', 0, 'role']],
    [{ messages: [{ role: 'user', content: [{ text: 'x' }] }] }, ['body', 'messages', 0, 'content', 0, 'type']],
    [{ message: 'x', session_id: 's'.repeat(257) }, ['body', 'session_id']],
    [{ message: 'x', input: { length_limit: { enabled: 1 } } }, ['body', 'input', 'length_limit', 'enabled']],
    [
      { message: 'x', input: { length_limit: { max_chars: 'a' } } },
      ['body', 'input', 'length_limit', 'settings', 'max_chars'],
    ],
    [{ message: 'x', guardrails: { nothing: {} } }, ['body', 'guardrails', 'nothing']],
    [{ message: 'x', input: {}, guardrails: { nothing: {} } }, ['body', 'guardrails', 'nothing']],
  ] as [object, (string | number)[]][])('a schema violation is a 422 that names the place: %#', async (body, loc) => {
    const answer = await send(body)
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toContainEqual({
      loc,
      msg: expect.any(String) as string,
      type: expect.stringMatching(/^[a-z_]+$/) as string,
    })
  })

  proves('all:errors.guard-422', 'of a body that is not an object is a 422 at the body', async () => {
    for (const body of ['null', '[]', '"text"', '7', 'true']) {
      const answer = await send(body)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ loc: ['body'] }] })
    }
  })
})

describe('bodies', () => {
  proves(['all:bodies.guard-json'], 'of 2 MiB are accepted, and one byte more is rejected', async () => {
    const empty = JSON.stringify({ output: '' })
    const full = JSON.stringify({ output: 'x'.repeat(2 * MIB - empty.length) })
    expect(Buffer.byteLength(full)).toBe(2 * MIB)
    expect((await post(`${service.url}/guardrails/output`, full)).status).toBe(200)
    expect((await post(`${service.url}/guardrails/output`, `${full} `)).status).toBe(413)
  })

  proves.each(
    ['guard:requests.nesting-422'],
    [
      ['64 levels of an ignored field', 62, 200],
      ['65 levels', 63, 422],
      ['10,000 levels', 10_000, 422],
      ['500,000 levels', 500_000, 422],
    ],
  )('of %s', async (_title, depth, status) => {
    const body = `{"message":"x","extra":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    expect((await send(body)).status).toBe(status)
  })

  proves('guard:requests.gzip', 'are accepted in gzip', async () => {
    const body = gzipSync(JSON.stringify({ message: "admin' OR '1'='1' --" }))
    const answer = await send(body, { 'content-encoding': 'gzip' })
    expect(answer.body).toMatchObject({ action: 'warn' })
  })

  proves('guard:requests.gzip-limits', 'in gzip have the same limits after inflation', async () => {
    const bomb = gzipSync(JSON.stringify({ message: 'x'.repeat(50 * MIB) }))
    expect(bomb.length).toBeLessThan(MIB)
    expect((await send(bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
    const deep = gzipSync(`{"message":"x","a":${'['.repeat(100)}${']'.repeat(100)}}`)
    expect((await send(deep, { 'content-encoding': 'gzip' })).status).toBe(422)
  })

  proves('all:errors.400-malformed-json', 'of bad UTF-8 are refused, and odd text is screened', async () => {
    const bad = Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    expect((await send(bad)).status).toBe(400)
    for (const message of ['\ufffd', '\u0000', '\ud800', '\u202e', '\ufeff', '\u{10ffff}', '\r\n']) {
      expect((await send({ message })).status).toBe(200)
    }
  })

  proves(
    ['all:bodies.unknown-fields-ignored', 'all:bodies.unknown-fields-not-stored'],
    'may contain unknown fields, which are neither used nor stored',
    async () => {
      const answer = await send({
        message: 'hello',
        unheard_of: 'marker-5309',
        safe: true,
        action: 'pass',
        tenant_id: 'x',
      })
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('marker-5309')
      expect(JSON.stringify((await audit())[0])).not.toContain('marker-5309')
    },
  )
})

describe('the request id', () => {
  proves(
    ['all:request-id.accepted', 'all:request-id.audited'],
    'of the caller is echoed in head and body, and audited',
    async () => {
      for (const id of ['abc-123', 'a'.repeat(128), 'trace:1/2.3_4']) {
        const answer = await send({ message: 'x' }, { 'x-request-id': id })
        expect([answer.headers.get('x-request-id'), answer.body['request_id']]).toEqual([id, id])
        expect((await audit())[0]).toMatchObject({ request_id: id })
      }
    },
  )

  proves(['all:request-id.made', 'all:ids.uuidv7'], 'is generated if it is missing, also for errors', async () => {
    const answers = [await send({ message: 'x' }), await send({}), await call(`${service.url}/nothing`)]
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const id of ids) expect(id).toMatch(UUIDV7)
    expect(new Set(ids).size).toBe(3)
    expect(answers.map(({ body }) => body['request_id'])).toEqual(ids)
  })

  proves.each(
    ['guard:requests.unsafe-id-replaced'],
    [['a b'], ['<script>'], ['a'.repeat(129)], ['"quoted"'], ["' OR 1=1"], ['${jndi:ldap://x}']],
  )('an unsafe one is replaced: %#', async (id) => {
    const answer = await send({ message: 'x' }, { 'x-request-id': id })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-request-id')).toMatch(UUIDV7)
  })

  proves('all:request-id.logged', 'is in the log line of the request', async () => {
    await call(`${service.url}/v1/tenant/me/audit`, { headers: { 'x-request-id': 'logged-1' } })
    expect(service.log.filter((line) => line.includes('"request_id":"logged-1"'))).toHaveLength(1)
  })
})

describe('a traceparent', () => {
  proves('all:request-id.traceparent', 'leads from the audit entry to the trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    await send({ message: 'x' }, { traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    expect((await audit())[0]).toMatchObject({ details: { trace_id: trace } })
    for (const bad of ['nonsense', `ff-${trace}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
      expect((await send({ message: 'x' }, { traceparent: bad })).status).toBe(200)
      expect((await audit())[0]?.['details']).not.toHaveProperty('trace_id')
    }
  })
})
