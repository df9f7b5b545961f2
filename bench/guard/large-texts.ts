import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { quantile } from '../lib/statistics.ts'
import { startWatchedGuard } from './large-requests.ts'

/**
 * Measures the latency of `/health` for other clients every 10 ms while large requests arrive continuously. Each client sends another
 * request format with the maximum size of its endpoint.
 *   node --conditions=gatehouse bench/guard/large-texts.ts [seconds]
 */
const SENDERS = fileURLToPath(new URL('large-senders.ts', import.meta.url))
const HEALTH_EVERY_MS = 10

/** Target of the project. */
const P99_MS_MAX = 100

/** Prints the times of `/health` without load and under large requests. */
export async function printLargeTexts(seconds: number): Promise<void> {
  const { port, loop, stop } = await startWatchedGuard()
  const senders = fork(SENDERS, [String(port)])
  await once(senders, 'message')
  await loop()
  const idle = { times: await healthWhile(port, seconds * 1_000), loop: await loop() }
  senders.send('start')
  const loaded = { times: await healthWhile(port, seconds * 1_000), loop: await loop() }
  senders.send('stop')
  const [answers] = (await once(senders, 'message')) as [readonly (readonly [string, number])[]]
  await stop()
  const p99_ms = quantile(loaded.times, 0.99)
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')
  process.stdout.write(
    [
      `/health while clients send large requests one after the other, ${seconds} s; load of the machine ${load}`,
      'load             asked   p50 ms   p99 ms   max ms   longest turn of the event loop, CPU ms',
      row('none', idle.times, idle.loop.turn_cpu_ms),
      row('large requests', loaded.times, loaded.loop.turn_cpu_ms),
      ...answers.map(([outcome, count]) => `${count} × ${outcome}`),
      `p99 in ms ${p99_ms.toFixed(1)}   ${p99_ms < P99_MS_MAX ? 'holds' : 'MISSED'}: below ${P99_MS_MAX}`,
      '',
    ].join('\n'),
  )
}

function row(name: string, times: Float64Array, turn_ms: number): string {
  const values = [quantile(times, 0.5), quantile(times, 0.99), times.at(-1)!]
  return `${name.padEnd(14)}${String(times.length).padStart(8)}${[...values, turn_ms].map((ms) => ms.toFixed(1).padStart(9)).join('')}`
}

/** Returns latencies of `/health` in milliseconds, sorted. Requests are sent without waiting for earlier answers. */
async function healthWhile(port: number, duration_ms: number): Promise<Float64Array> {
  const agent = new Agent({ keepAlive: true })
  const requests: Promise<number>[] = []
  const timer = setInterval(() => requests.push(timeOfHealth(port, agent)), HEALTH_EVERY_MS)
  await new Promise((resolve) => {
    setTimeout(resolve, duration_ms)
  })
  clearInterval(timer)
  const times = Float64Array.from(await Promise.all(requests)).toSorted()
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await printLargeTexts(Number(process.argv[2] ?? 10))
