// Scripted agent in a separate process: it decides for each attack whether it complies, and counts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import type { AgentReport } from './agent-process.ts'
import { PROSE, replyOf, waysOf } from './agent-replies.ts'
import { spokenPlan } from './plan.ts'

const [latency_ms = '50', attacksEach = '0'] = process.argv.slice(2)
const { attacks } = spokenPlan(Number(attacksEach))
// Some clients drop a trailing line break of a message.
const known = new Map(attacks.map((attack, at) => [attack.turns[0]!.trim(), { attack, way: waysOf(at) }]))

/** Answer to messages other than known attacks: a kilobyte, the usual length of replies. */
const OTHER = PROSE.repeat(8)

let report: AgentReport = { requests: 0, violations: [], unknown: 0, began_ms: 0, ended_ms: 0 }

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  report.began_ms ||= performance.now()
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => void answer(Buffer.concat(chunks).toString(), (reply) => response.end(reply)))
  response.setHeader('content-type', 'application/json')
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

async function answer(body: string, end: (reply: string) => void): Promise<void> {
  await later(Number(latency_ms))
  const { message } = JSON.parse(body) as { message: string }
  const found = known.get(message.trim())
  report.requests += 1
  if (found === undefined) report.unknown += 1
  const { text, isViolation } =
    found === undefined ? { text: OTHER, isViolation: false } : replyOf(found.way, found.attack)
  if (found !== undefined && isViolation) report.violations.push(found.attack.id)
  end(JSON.stringify({ reply: text }))
  report.ended_ms = performance.now()
}

process.on('message', (question) => {
  process.send?.(report)
  if (question === 'reset') report = { requests: 0, violations: [], unknown: 0, began_ms: 0, ended_ms: 0 }
})
