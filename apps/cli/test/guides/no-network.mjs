// Loaded before a program (`node --import`): blocks all connections to other machines. Attempts are logged to the file EGRESS_LOG.
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\]|0\.0\.0\.0)$/

function refusal(host) {
  appendFileSync(process.env.EGRESS_LOG, `${host}\n`)
  return Object.assign(new Error(`${host} is out of reach`), { code: 'ENETUNREACH' })
}

net.Socket.prototype.connect = new Proxy(Reflect.get(net.Socket.prototype, 'connect'), {
  apply(connect, socket, args) {
    const [first] = Array.isArray(args[0]) ? args[0] : args
    const host = typeof first === 'object' ? (first.host ?? 'localhost') : (args[1] ?? 'localhost')
    const isNear = first?.path !== undefined || LOOPBACK.test(String(host))
    return isNear ? Reflect.apply(connect, socket, args) : socket.destroy(refusal(host))
  },
})

const { lookup } = dns
dns.lookup = (host, ...rest) => {
  const done = rest.at(-1)
  if (LOOPBACK.test(host)) lookup(host, ...rest)
  else queueMicrotask(() => done(refusal(host)))
}
dns.promises.lookup = (host, options) => {
  if (!LOOPBACK.test(host)) return Promise.reject(refusal(host))
  return new Promise((resolve, reject) => {
    lookup(host, options ?? {}, (error, address, family) => {
      if (error === null) resolve(Array.isArray(address) ? address : { address, family })
      else reject(error)
    })
  })
}
syncBuiltinESMExports()
