// Preload of the third-party agents: they listen on free loopback ports only, and connect to nothing else.
import { Server, Socket } from 'node:net'

type Listen = (...args: unknown[]) => Server
type Connect = (...args: unknown[]) => Socket

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

// oxlint-disable-next-line typescript/unbound-method -- called with the server below
const listen = Server.prototype.listen as Listen
Server.prototype.listen = function (this: Server, port: unknown, ...rest: unknown[]) {
  const done = rest.findLast((item) => typeof item === 'function')
  return listen.call(this, { port: 0, host: '127.0.0.1' }, () => {
    const at = this.address()
    if (at !== null && typeof at !== 'string') process.send?.({ port, at: at.port })
    if (done !== undefined) done()
  })
} as Listen

// oxlint-disable-next-line typescript/unbound-method -- called with the socket below
const connect = Socket.prototype.connect as Connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const [first] = args
  const options: unknown = Array.isArray(first) ? first[0] : first
  const host = typeof options === 'object' ? hostOf(options) : args[1]
  if (typeof host === 'string' && !LOOPBACK.test(host)) {
    process.nextTick(() => this.destroy(new Error(`The benchmark allows no connection to ${host}.`)))
    return this
  }
  return connect.apply(this, args)
}

function hostOf(options: unknown): unknown {
  return typeof options === 'object' && options !== null && 'host' in options ? options.host : undefined
}
