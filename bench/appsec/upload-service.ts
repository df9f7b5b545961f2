// Service in a separate process for the upload benchmark: prints its address, and exits at the end of its input.
import { stopTestServer } from '@gatehouse/testkit'
import { makeOrganization, makePerson, serve } from '../../apps/appsec/test/serve.ts'

const service = await serve({ worker: {} })
const { key } = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
process.stdout.write(`${JSON.stringify({ url: service.url, headers: key })}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await service.close()
stopTestServer()
