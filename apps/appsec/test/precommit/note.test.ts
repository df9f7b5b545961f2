import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let served: Served
let ann: Person
beforeAll(async () => {
  served = await serve()
  ann = await makePerson(served.store, await makeOrganization(served.store), 'DEVELOPER')
})
afterAll(() => served.close())

test.each([
  [[], '0 findings in 0 files; nothing blocks the commit.'],
  [['const a = 1'], '0 findings in 1 file; nothing blocks the commit.'],
  [[['key = "AK', 'IAQ3EGRIJ7Z4XN2VPL"'].join(''), ''], '1 finding in 2 files; the commit is blocked.'],
])('the summary of %j is one sentence', async (contents, note) => {
  const files = contents.map((content, index) => ({ path: `${index}.js`, content }))
  const { body } = await send(`${served.url}/api/precommit/scan`, 'POST', { files }, ann.key)
  expect(body['summary']).toMatchObject({ note })
})
