/**
 * Starts and stops the server of a data folder and prints the result: `node --conditions=gatehouse start-once.ts <folder>`. With `stay`
 * after the folder it prints the server's process id and runs until it is killed.
 */
import { Failure } from '@gatehouse/kernel'
import { startEmbedded } from '../../src/embedded/start.ts'

const [dataDir = '', stay] = process.argv.slice(2)

try {
  const server = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
  if (stay === 'stay') {
    process.stdout.write(`${server.pid}\n`)
    setInterval(() => undefined, 60_000)
  } else {
    await server.stop()
    process.stdout.write(`started, ${server.firstTime ? 'made now' : 'kept'}\n`)
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stdout.write(`${error.code}: ${error.message}\n`)
}
