import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Io } from '../command.ts'

/** Below the ephemeral ports. */
const PORT_FIRST = 20_000
const PORTS = 10_000

/** Returns a port for a name. It is stable, so that reports of the same target are identical. */
export function portFor(name: string): number {
  return PORT_FIRST + (createHash('sha256').update(name).digest().readUInt32BE(0) % PORTS)
}

/**
 * Listens on loopback, at the port for this name if it is free.
 * @returns the port
 */
export async function listenAt(server: Server, name: string, { stderr }: Pick<Io, 'stderr'>): Promise<number> {
  try {
    await listening(server, portFor(name))
  } catch {
    stderr.write(`gatehouse: warning: port ${portFor(name)} is in use; URLs will differ from other runs\n`)
    await listening(server, 0)
  }
  return (server.address() as AddressInfo).port
}

async function listening(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  server.removeListener('error', reject)
}
