import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanned } from '../scans.ts'
import { findingsOf } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'

/** Returns a lock file with package names that no registry would accept. */
const lockFile = (name: string) => ({
  'package.json': JSON.stringify({ name: 'shop', version: '1.0.0' }),
  'package-lock.json': JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', version: '1.0.0', dependencies: { [name]: '1.0.0' } },
      [`node_modules/${name}`]: {
        version: `1.0.0-${name}`,
        resolved: `https://evil.example/${name}.tgz`,
        license: name,
        hasInstallScript: true,
      },
    },
  }),
})

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 50 } })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(() => service.close())

test.each([
  ['no character at all', 'le\u0000ft'],
  ['half a character', 'le\ud800ft'],
])('a package whose name contains %s does not abort a scan', async (_what, name) => {
  const scan = await scanned(service, ann, lockFile(name), { scanType: 'FULL', projectName: `odd ${name.length}` })
  expect([scan['status'], scan['errorMessage']]).toEqual(['COMPLETED', null])
  const { findings } = await findingsOf(service, ann, String(scan['id']))
  expect(JSON.stringify(findings)).toContain('le\ufffdft')
})
