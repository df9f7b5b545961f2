// Minimal MCP server whose behavior is its first argument.
import { execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const mode = process.argv[2]
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const reply = (id, result) => say({ jsonrpc: '2.0', id, result })
const refuse = (id, code) => say({ jsonrpc: '2.0', id, error: { code, message: 'no' } })
const tell = (method, params) => say({ jsonrpc: '2.0', method, params })

let child
if (mode === 'stubborn') process.on('SIGTERM', () => process.stderr.write('SIGTERM arrived'))
if (mode === 'chatty') process.stderr.write(`${'e'.repeat(100_000)}the end`)
if (mode === 'parent' || mode === 'stubborn') {
  const staying = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
  child = spawn(process.execPath, ['-e', staying], { stdio: 'ignore' }).pid
}
if (mode === 'leaving') {
  // In a separate session, with the streams of its parent open.
  const stdio = ['ignore', 'inherit', 'inherit']
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio }).pid
}
if (mode === 'stubborn') setInterval(() => undefined, 1_000)

const about = { capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'raw', version: '1' } }

/** Returns the environment that a child process inherits. */
function environment() {
  const lines = execFileSync('/usr/bin/env', { encoding: 'utf8' }).trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split('=', 2)))
}

function modern({ id, method, params }) {
  if (method === 'server/discover') {
    reply(id, { resultType: 'complete', supportedVersions: ['2026-07-28'], ...about })
  } else if (method === 'initialize') {
    refuse(id, -32_022)
  } else if (method === 'subscriptions/listen') {
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
    tell('notifications/subscriptions/acknowledged', { _meta, notifications: params.notifications })
    tell('notifications/tools/list_changed', { _meta })
  } else if (id !== undefined) {
    reply(id, { resultType: 'complete', meta: params?._meta })
  }
}

const calls = {
  env: (id) => reply(id, { env: environment() }),
  pid: (id) => reply(id, { pid: process.pid, child }),
  die: () => process.exit(3),
  hang: () => undefined,
  progress(id, { _meta: { progressToken } }) {
    tell('notifications/progress', { progressToken, progress: 1 })
    setTimeout(() => reply(id, { token: progressToken }), 20)
  },
  long: () => process.stdout.write('x'.repeat(50_000)),
  garbage: () => process.stdout.write('this is no JSON\n'),
  bytes: () => process.stdout.write(Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a])),
  lie() {
    for (let n = 0; n < 40; n += 1) reply(1_000 + n, {})
  },
  twice(id) {
    reply(id, { n: 1 })
    reply(id, { n: 2 })
  },
  flood() {
    for (let n = 0; n < 2_000; n += 1) tell('notifications/message', { level: 'info', data: n })
  },
  ask(id) {
    say({ jsonrpc: '2.0', id: 'q', method: 'roots/list' })
    reply(id, {})
  },
}

function old({ id, method, params }) {
  if (id === undefined || method === undefined) return
  const call = calls[params?.name]
  if (method === 'server/discover') {
    if (mode !== 'silent') refuse(id, -32_601)
  } else if (method === 'initialize') {
    reply(id, { protocolVersion: '2025-06-18', ...about })
  } else if (call === undefined) {
    reply(id, { method })
  } else call(id, params)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (mode === 'modern') modern(message)
  else old(message)
})
