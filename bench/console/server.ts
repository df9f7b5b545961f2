// Console server in a separate process for bench/console/upload.ts, for separate memory figures.
import { randomBytes } from 'node:crypto'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { createConsoleServer } from '../../apps/cli/src/console/server.ts'

const origin = `http://127.0.0.1:${process.argv[2]}`
const server = createConsoleServer({
  targets: { guard: origin, appsec: origin, redteam: origin },
  modes: { guard: 'open', redteam: 'none' },
  keys: createKeyRing([randomBytes(32)]),
  page: { state: () => ({ building: true }) },
  docs: () => undefined,
  version: '0.0.0',
  logger: { error: () => undefined },
})
const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port })
process.once('message', () => process.exit())
