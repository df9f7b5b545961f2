// Service in a separate process for the upload benchmark: prints its address, and exits at the end of its input.
import { stopTestServer } from '@gatehouse/testkit'
import { makeOrganization, makePerson, serve } from '../../apps/appsec/test/serve.ts'

const served = await serve({ worker: {} })
const { key } = await makePerson(served.store, await makeOrganization(served.store), 'DEVELOPER')
process.stdout.write(`${JSON.stringify({ url: served.url, headers: key })}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await served.close()
stopTestServer()
