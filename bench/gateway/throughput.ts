import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../lib/statistics.ts'
import { chatRequest, type Connection, openConnection } from './client.ts'
import { openSyncProbe } from './machine.ts'
import { cpuOf_us, rssOf_mb } from './processes.ts'
import { figure, print, table, target, targetAtLeast } from './table.ts'
import type { Target } from './targets.ts'

/** Requests that are under way at once. */
const CONNECTIONS = 64
/** Of an answer: a paragraph. */
const ANSWER_TOKENS = 100
/** Warm-up until hot code is compiled: a number of requests, or a time limit on a busy machine. */
const WARM_UP_REQUESTS = 5_000
const WARM_UP_MS_MAX = 12_000
const WARM_UP_STEP_MS = 1_000

interface Measured {
  readonly target: Target
  readonly rates: number[]
  readonly p50_ms: number[]
  readonly p99_ms: number[]
  readonly cpu_us: number[]
  rss_mb: number
}

/** Measures the request rate of 64 sequential clients, through each gateway alternately. */
export async function compareThroughput(
  targets: readonly Target[],
  stream: boolean,
  { rounds, round_ms }: { readonly rounds: number; readonly round_ms: number },
): Promise<void> {
  const all = targets.map((item): Measured => ({
    target: item,
    rates: [],
    p50_ms: [],
    p99_ms: [],
    cpu_us: [],
    rss_mb: 0,
  }))
  for (const { target: item } of all) await warmUp(item, stream)
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that none always runs after the same other.
    for (const item of round % 2 === 0 ? all : all.toReversed()) await measure(item, stream, round_ms)
  }
  print(
    `\n${stream ? 'Streamed' : 'Whole'} answers of ${ANSWER_TOKENS} tokens at full speed, ${CONNECTIONS} connections, ${rounds} rounds of ${round_ms} ms`,
  )
  report(all, stream)
}

async function measure(measured: Measured, stream: boolean, round_ms: number): Promise<void> {
  const { pid } = measured.target
  const before_us = pid === undefined ? 0 : cpuOf_us(pid)
  const started_ms = performance.now()
  const times = await drive(measured.target, stream, round_ms)
  measured.rates.push((times.length * 1_000) / (performance.now() - started_ms))
  measured.p50_ms.push(median(times))
  measured.p99_ms.push(quantile(times, 0.99))
  if (pid === undefined) return
  measured.cpu_us.push((cpuOf_us(pid) - before_us) / times.length)
  measured.rss_mb = Math.max(measured.rss_mb, rssOf_mb(pid))
}

async function warmUp(item: Target, stream: boolean): Promise<void> {
  const until_ms = performance.now() + WARM_UP_MS_MAX
  for (let answers = 0; answers < WARM_UP_REQUESTS && performance.now() < until_ms;) {
    answers += (await drive(item, stream, WARM_UP_STEP_MS)).length
  }
}

/** @returns the time of each answer in milliseconds */
async function drive(item: Target, stream: boolean, duration_ms: number): Promise<readonly number[]> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(item.port)))
  const times: number[] = []
  const until_ms = performance.now() + duration_ms
  await Promise.all(connections.map((connection) => loop(connection, item, stream, until_ms, times)))
  for (const connection of connections) connection.close()
  // Work after the last requests (audit, cancelled calls) belongs to this target.
  await sleep(50)
  return times
}

async function loop(
  connection: Connection,
  item: Target,
  stream: boolean,
  until_ms: number,
  times: number[],
): Promise<void> {
  while (performance.now() < until_ms) {
    const request = chatRequest(item, { tokens_per_s: 0, tokens: ANSWER_TOKENS, id: 'x' }, stream)
    const sent_ms = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- a client asks again when it is answered
    await connection.send(request)
    times.push(performance.now() - sent_ms)
  }
}

function report(all: readonly Measured[], stream: boolean): void {
  const rate = (name: string): number => median(all.find((item) => item.target.name.startsWith(name))?.rates ?? [])
  print(
    table(
      ['', 'requests/s', 'of direct', 'of Portkey', 'p50 ms', 'p99 ms', 'CPU µs', 'RSS MB'],
      all.map((item) => [
        item.target.name,
        figure(median(item.rates)),
        figure(median(item.rates) / rate('direct')),
        figure(median(item.rates) / rate('Portkey, no')),
        figure(median(item.p50_ms)),
        figure(median(item.p99_ms)),
        figure(median(item.cpu_us)),
        figure(item.rss_mb === 0 ? Number.NaN : item.rss_mb),
      ]),
    ),
  )
  const measured = all.find((item) => item.target.name.startsWith('Gatehouse'))
  if (measured === undefined) return
  const kind = stream ? 'streams' : 'requests'
  for (const peer of all.filter((item) => item.target.name.startsWith('Portkey'))) {
    targetAtLeast(
      `${kind} a second beside ${peer.target.name}`,
      median(measured.rates) / median(peer.rates),
      'times',
      1,
    )
    target(`p50 beside ${peer.target.name}`, median(measured.p50_ms) / median(peer.p50_ms), 'times', 1)
    target(`p99 beside ${peer.target.name}`, median(measured.p99_ms) / median(peer.p99_ms), 'times', 1)
  }
}

/** Added delay that the project promises, over a provider that answers at once. */
const ADDED_P50_MS_MAX = 1.5

/** Measures the additional delay of a gateway without other load: alternating by request. */
export async function compareDelay(targets: readonly Target[], requests: number): Promise<void> {
  const connections = await Promise.all(targets.map((item) => openConnection(item.port)))
  const times = targets.map((): number[] => [])
  const syncs: number[] = []
  const probe = openSyncProbe()
  for (let index = -Math.ceil(requests / 5); index < requests; index += 1) {
    for (const [at, item] of targets.entries()) {
      const request = chatRequest(item, { tokens_per_s: 0, tokens: ANSWER_TOKENS, id: 'x' }, false)
      const sent_ms = performance.now()
      await connections[at]!.send(request)
      if (index >= 0) times[at]!.push(performance.now() - sent_ms)
    }
    syncs.push(probe.sync())
  }
  for (const connection of connections) connection.close()
  probe.close()
  const base = times[0]!
  print(`\nAdded delay, one request at a time, ${requests} of each in turns`)
  print(
    table(
      ['', 'p50 ms', 'p99 ms', 'added p50', 'added p99'],
      targets.map((item, at) => [
        item.name,
        figure(median(times[at]!)),
        figure(quantile(times[at]!, 0.99)),
        figure(median(times[at]!) - median(base)),
        figure(quantile(times[at]!, 0.99) - quantile(base, 0.99)),
      ]),
    ),
  )
  print(
    `  one sync of the same disk meanwhile: ${figure(median(syncs))} ms p50, ${figure(quantile(syncs, 0.99))} ms p99`,
  )
  const own = targets.findIndex(({ name }) => name.startsWith('Gatehouse'))
  if (own >= 0) target('added delay p50', median(times[own]!) - median(base), 'ms', ADDED_P50_MS_MAX)
}
