import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let security: Person
beforeAll(async () => {
  service = await serve()
  security = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

/** These endpoints are in the contract; they must not look like misspelled paths. */
describe('unsupported features', () => {
  test.each(['TICKETING', 'SIEM', 'DAST', 'CODE_SIGNING'])('a %s integration is refused', async (kind) => {
    for (const path of ['/integrations', '/integrations/test']) {
      const answer = await send(`${service.url}/api${path}`, 'POST', { kind, name: 'x', config: {} }, security.session)
      expect([answer.status, answer.body['error']]).toEqual([501, 'not_implemented'])
      expect(answer.body['detail']).toContain(kind)
    }
  })

  test.each(['ZERO_DAY_ONLY', 'CONTAINER_ONLY', 'DAST_ONLY', 'IMAGE'])(
    'a scan of type %s is rejected with the missing feature named',
    async (scanType) => {
      const body = { repoUrl: 'https://git.example/a.git', scanType }
      const answer = await send(`${service.url}/api/scans`, 'POST', body, security.session)
      expect([answer.status, answer.body['error']]).toEqual([501, 'not_implemented'])
      expect(answer.body['detail']).toContain(scanType)
    },
  )

  test('a scan of an image is refused, whether it is named or sent', async () => {
    const named = await send(`${service.url}/api/scans`, 'POST', { image: 'library/alpine:3' }, security.session)
    expect([named.status, named.body['error']]).toEqual([501, 'not_implemented'])
    const form = new FormData()
    form.set('image', new Blob(['x']), 'image.tar')
    const sent = await fetch(`${service.url}/api/scans`, { method: 'POST', body: form, headers: security.session })
    expect([sent.status, ((await sent.json()) as { error: string }).error]).toEqual([501, 'not_implemented'])
  })
})
