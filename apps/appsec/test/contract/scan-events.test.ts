import { afterAll, beforeAll, expect, test } from 'vitest'
import { STREAMS_MAX } from '@gatehouse/http'
import { upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
let events: string
beforeAll(async () => {
  // No worker runs, so that the scan stays queued and its event stream stays open.
  service = await serve()
  ann = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  const { body } = await upload(service, ann, { a: 'x' })
  events = `${service.url}/api/scans/${String(body['scanId'])}/events`
})
afterAll(() => service.close())

test('a stream ends when the key that opened it is revoked, and when the membership is over', async () => {
  const bob = await makePerson(service.store, ann.organizationId, 'VIEWER')
  const answer = await send(`${service.url}/api/apikeys`, 'POST', { name: 'short' }, ann.session)
  const [byKey, bySession] = await Promise.all([
    fetch(events, { headers: { authorization: `Bearer ${String(answer.body['plaintext'])}` } }),
    fetch(events, { headers: bob.session }),
  ])
  expect([byKey.status, bySession.status]).toEqual([200, 200])
  await send(`${service.url}/api/apikeys/${String(answer.body['id'])}`, 'DELETE', undefined, ann.session)
  await send(`${service.url}/api/users/${bob.memberId}`, 'DELETE', undefined, ann.session)
  const texts = await Promise.all([byKey.text(), bySession.text()])
  expect(texts.map((text) => text.includes('event: end'))).toEqual([false, false])
})

test('concurrent event streams are limited per member without affecting other members', async () => {
  const bob = await makePerson(service.store, ann.organizationId, 'VIEWER')
  const ending = new AbortController()
  const open = (person: Person) => fetch(events, { headers: person.key, signal: ending.signal })
  const streams = await Promise.all(Array.from({ length: STREAMS_MAX }, () => open(ann)))
  // A stream counts from its first piece.
  await Promise.all(streams.map((stream) => stream.body!.getReader().read()))
  const [oneMore, other] = await Promise.all([open(ann), open(bob)])
  expect([oneMore.status, other.status]).toEqual([429, 200])
  ending.abort()
  const second = async (): Promise<number> => {
    const response = await fetch(events, { headers: ann.key })
    await response.body?.cancel()
    return response.status
  }
  await expect.poll(second, { timeout: 10_000 }).toBe(200)
})
