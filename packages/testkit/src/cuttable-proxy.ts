import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** TCP proxy in front of a test's server that can be interrupted: simulates a failing network. */
export interface CuttableProxy {
  /** On 127.0.0.1. */
  readonly port: number
  /** Number of accepted connections. */
  readonly accepted: number
  /** Resets all connections, and every new one immediately. */
  cut(): void
  /** Keeps connections open, accepts new ones, and forwards nothing. */
  freeze(): void
  /** Forwards again: delayed and new data. */
  mend(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  isHeld: boolean
}

/** @param target the server: host and port, or the path of its Unix socket */
export async function startCuttableProxy(target: NetConnectOpts): Promise<CuttableProxy> {
  const pairs = new Set<Pair>()
  let state: 'whole' | 'cut' | 'frozen' = 'whole'
  let accepted = 0
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    accepted += 1
    client.on('error', () => undefined)
    if (state === 'cut') {
      client.resetAndDestroy()
      return
    }
    const pair: Pair = { client, server: connect(target), isHeld: false }
    pairs.add(pair)
    join(pair, () => pairs.delete(pair))
    if (state === 'whole') resume(pair)
    else pausePair(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const reset = (): void => {
    for (const pair of pairs) {
      pair.client.resetAndDestroy()
      pair.server.destroy()
    }
  }
  return {
    port,
    get accepted() {
      return accepted
    },
    cut() {
      state = 'cut'
      reset()
    },
    freeze() {
      state = 'frozen'
      for (const pair of pairs) pausePair(pair)
    },
    mend() {
      state = 'whole'
      for (const pair of pairs) resume(pair)
    },
    async close() {
      reset()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns the address of a database server in its URL, and a function to replace it. */
export function databaseAddress(url: string): {
  readonly target: NetConnectOpts
  readonly at: (port: number) => string
} {
  const value = new URL(url)
  const folder = value.searchParams.get('host')
  const port = Number(value.port || value.searchParams.get('port') || POSTGRES_PORT)
  const target =
    folder?.startsWith('/') === true ? { path: `${folder}/.s.PGSQL.${port}` } : { host: value.hostname, port }
  return {
    target,
    at(proxyPort) {
      const other = new URL(url)
      other.hostname = '127.0.0.1'
      other.port = String(proxyPort)
      other.searchParams.delete('host')
      other.searchParams.delete('port')
      return other.href
    },
  }
}

const POSTGRES_PORT = 5_432

function join(pair: Pair, ended: () => void): void {
  const { client, server } = pair
  // Ends and resets are forwarded to the other side as such.
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (data: Buffer) => {
      if (!to.write(data)) {
        from.pause()
        to.once('drain', () => {
          if (!pair.isHeld) from.resume()
        })
      }
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      to.destroy()
      ended()
    })
  }
  pass(client, server)
  pass(server, client)
}

function pausePair(pair: Pair): void {
  pair.isHeld = true
  pair.client.pause()
  pair.server.pause()
}

function resume(pair: Pair): void {
  pair.isHeld = false
  pair.client.resume()
  pair.server.resume()
}
