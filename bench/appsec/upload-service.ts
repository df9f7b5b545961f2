// The service in a process of its own, for the benchmark of uploads: says where it is, and ends when its input does.
import { stopTestServer } from '@gatehouse/testkit'
import { makeOrganization, makePerson, serve } from '../../apps/appsec/test/serve.ts'

const served = await serve({ worker: {} })
const { key } = await makePerson(served.store, await makeOrganization(served.store), 'DEVELOPER')
process.stdout.write(`${JSON.stringify({ url: served.url, headers: key })}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await served.close()
stopTestServer()
