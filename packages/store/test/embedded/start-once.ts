/** Starts and stops the server of a data folder and prints how it went: `node --conditions=source start-once.ts <folder>`. */
import { Failure } from '@gatehouse/kernel'
import { startEmbedded } from '../../src/embedded/start.ts'

try {
  const server = await startEmbedded({
    dataDir: process.argv[2] ?? '',
    log: () => undefined,
    settings: { fsync: 'off' },
  })
  await server.stop()
  process.stdout.write(`started, ${server.firstTime ? 'made now' : 'kept'}\n`)
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stdout.write(`${error.code}: ${error.message}\n`)
}
