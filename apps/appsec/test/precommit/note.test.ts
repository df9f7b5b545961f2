import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve()
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(() => service.close())

test.each([
  [[], '0 findings in 0 files; nothing blocks the commit.'],
  [['const a = 1'], '0 findings in 1 file; nothing blocks the commit.'],
  [[['key = "AK', 'IAQ3EGRIJ7Z4XN2VPL"'].join(''), ''], '1 finding in 2 files; the commit is blocked.'],
])('the summary of %j is one sentence', async (contents, note) => {
  const files = contents.map((content, index) => ({ path: `${index}.js`, content }))
  const { body } = await send(`${service.url}/api/precommit/scan`, 'POST', { files }, ann.key)
  expect(body['summary']).toMatchObject({ note })
})
