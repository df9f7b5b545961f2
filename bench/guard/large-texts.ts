import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { quantile } from '../lib/statistics.ts'
import { PROSE } from './texts.ts'

/**
 * What other clients notice while large texts arrive one after the other: the time of `/health`, asked every 10 ms.
 *   node --conditions=gatehouse bench/guard/large-texts.ts [seconds]
 */
const SERVER = fileURLToPath(new URL('server.ts', import.meta.url))
const CHARS = 1_100_000
const CLIENTS = 4
const HEALTH_EVERY_MS = 10

/** What the project promises. */
const P99_MS_MAX = 100

/** Prints the times of `/health` without load and under large texts. */
export async function printLargeTexts(seconds: number): Promise<void> {
  const child = fork(SERVER, ['guard'])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const body = JSON.stringify({ message: PROSE.repeat(Math.ceil(CHARS / PROSE.length)).slice(0, CHARS) })
  // The threads start with the first text.
  await send(port, body)
  const idle = await healthWhile(port, seconds * 1_000)
  const answers = new Map<number, number>()
  const over = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- each client sends its next text when the last one is answered
      const status = await send(port, body)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })
  const loaded = await healthWhile(port, seconds * 1_000)
  over.abort()
  await Promise.all(clients)
  await stop(child)
  const p99_ms = quantile(loaded, 0.99)
  process.stdout.write(
    [
      `/health while ${CLIENTS} clients send texts of ${CHARS} characters one after the other, ${seconds} s`,
      'load             asked   p50 ms   p99 ms   max ms',
      row('none', idle),
      row('large texts', loaded),
      `answers: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
      `p99 in ms ${p99_ms.toFixed(1)}   ${p99_ms < P99_MS_MAX ? 'holds' : 'MISSED'}: below ${P99_MS_MAX}`,
      '',
    ].join('\n'),
  )
}

function row(name: string, times: Float64Array): string {
  const values = [quantile(times, 0.5), quantile(times, 0.99), times.at(-1)!]
  return `${name.padEnd(14)}${String(times.length).padStart(8)}${values.map((ms) => ms.toFixed(1).padStart(9)).join('')}`
}

/** Times of `/health` in milliseconds, sorted. A request is sent whether or not the last one is answered. */
async function healthWhile(port: number, duration_ms: number): Promise<Float64Array> {
  const agent = new Agent({ keepAlive: true })
  const asked: Promise<number>[] = []
  const timer = setInterval(() => asked.push(timeOfHealth(port, agent)), HEALTH_EVERY_MS)
  await new Promise((resolve) => {
    setTimeout(resolve, duration_ms)
  })
  clearInterval(timer)
  const times = Float64Array.from(await Promise.all(asked)).toSorted()
  agent.destroy()
  return times
}

async function timeOfHealth(port: number, agent: Agent): Promise<number> {
  const started_ms = performance.now()
  const sent = request({ host: '127.0.0.1', port, path: '/health', agent })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return performance.now() - started_ms
}

async function send(port: number, body: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/guardrails/input`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}

async function stop(child: ChildProcess): Promise<void> {
  child.send('stop')
  await once(child, 'exit')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printLargeTexts(Number(process.argv[2] ?? 10))
