// A tool server of a few lines that does what its first argument says.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const mode = process.argv[2]
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const reply = (id, result) => say({ jsonrpc: '2.0', id, result })

if (mode === 'stubborn') process.on('SIGTERM', () => undefined)
if (mode === 'chatty') process.stderr.write(`${'e'.repeat(100_000)}the end`)
if (mode === 'parent' || mode === 'stubborn') {
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
    stdio: 'ignore',
  })
  globalThis.child = child.pid
}
if (mode === 'stubborn') setInterval(() => undefined, 1_000)

const about = { capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'raw', version: '1' } }

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (mode === 'modern') {
    if (method === 'server/discover') {
      return reply(id, { resultType: 'complete', supportedVersions: ['2026-07-28'], ...about })
    }
    if (method === 'initialize') return say({ jsonrpc: '2.0', id, error: { code: -32_022, message: 'no' } })
    if (method === 'subscriptions/listen') {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
      say({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta, notifications: params.notifications },
      })
      return say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } })
    }
    if (id !== undefined) return reply(id, { resultType: 'complete', meta: params?._meta })
    return
  }
  if (method === 'server/discover')
    return mode === 'silent' ? undefined : say({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } })
  if (method === 'initialize') return reply(id, { protocolVersion: '2025-06-18', ...about })
  if (id === undefined || method === undefined) return
  const { name } = params ?? {}
  if (name === 'env') return reply(id, { env: process.env, cwd: process.cwd() })
  if (name === 'pid') return reply(id, { pid: process.pid, child: globalThis.child })
  if (name === 'die') return process.exit(3)
  if (name === 'hang') return
  if (name === 'progress') {
    say({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: params._meta.progressToken, progress: 1 },
    })
    return setTimeout(() => reply(id, { token: params._meta.progressToken }), 20)
  }
  if (name === 'long') return process.stdout.write('x'.repeat(50_000))
  if (name === 'garbage') return process.stdout.write('this is no JSON\n')
  if (name === 'bytes') return process.stdout.write(Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a]))
  if (name === 'lie') {
    for (let n = 0; n < 40; n += 1) reply(1_000 + n, {})
    return
  }
  if (name === 'twice') {
    reply(id, { n: 1 })
    return reply(id, { n: 2 })
  }
  if (name === 'flood') {
    for (let n = 0; n < 2_000; n += 1)
      say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: n } })
    return
  }
  if (name === 'ask') {
    say({ jsonrpc: '2.0', id: 'q', method: 'roots/list' })
    return reply(id, {})
  }
  reply(id, { method })
})
