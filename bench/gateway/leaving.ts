import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../lib/statistics.ts'
import { chatRequest, openConnection } from './client.ts'
import { rssOf_mb, type Upstream } from './processes.ts'
import { figure, print, table, target } from './table.ts'
import type { Target } from './targets.ts'
import { now_ms } from './upstream-report.ts'

/** Target of the project. */
const CANCEL_MS_MAX = 100
/** Own limit for memory fluctuation while clients read nothing and all buffers are full. */
const GROWTH_MB_MAX = 20
const GROWTH_MS = 3_000

/** Clients that ask for a long answer and read nothing of it. */
const SLOW_CLIENTS = 200
/** About 13 MB each: more than the socket buffers. */
const LONG_TOKENS = 65_000
/** Time without progress that means that all buffers are full. */
const QUIET_MS = 1_000
const LISTEN_MS = 20_000

/** Whether memory grows with clients that do not read. */
export async function compareSlowClients(targets: readonly Target[], upstream: Upstream): Promise<void> {
  const rows: string[][] = []
  let own: number | undefined
  for (const item of targets) {
    if (item.pid === undefined) continue
    await upstream.reset()
    const before_mb = rssOf_mb(item.pid)
    const connections = await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => openConnection(item.port)))
    let most_mb = before_mb
    for (const [index, { socket }] of connections.entries()) {
      socket.pause()
      socket.write(chatRequest(item, { tokens_per_s: 0, tokens: LONG_TOKENS, id: `slow${index}` }, true))
    }
    const until_ms = performance.now() + LISTEN_MS
    let { bytes, streams } = await upstream.report()
    for (let quiet_ms = 0; quiet_ms < QUIET_MS && performance.now() < until_ms; quiet_ms += 100) {
      await sleep(100)
      most_mb = Math.max(most_mb, rssOf_mb(item.pid))
      const report = await upstream.report()
      if (report.bytes !== bytes || report.streams.length < SLOW_CLIENTS) quiet_ms = 0
      ;({ bytes, streams } = report)
    }
    const full_mb = rssOf_mb(item.pid)
    await sleep(GROWTH_MS)
    const growth_mb = rssOf_mb(item.pid) - full_mb
    for (const connection of connections) connection.close()
    const sent_mb = streams.reduce((sum, stream) => sum + stream.bytes, 0) / 1e6
    if (item.name.startsWith('Gatehouse')) own = growth_mb
    rows.push([
      item.name,
      figure(before_mb),
      figure(most_mb - before_mb),
      figure(growth_mb),
      figure(sent_mb),
      String(streams.length),
    ])
    await sleep(500)
  }
  print(`\n${SLOW_CLIENTS} clients that read nothing of long streams, until all buffers on the way are full`)
  print(table(['', 'RSS MB before', 'more', 'then grows by', 'taken from upstream MB', 'streams'], rows))
  if (own !== undefined) target('memory grows on while clients do not read', own, 'MB', GROWTH_MB_MAX)
}

const LEAVERS = 50

/** How soon the upstream is rid of a client that left. */
export async function compareLeaving(targets: readonly Target[], upstream: Upstream): Promise<void> {
  const rows: string[][] = []
  let own: number | undefined
  for (const item of targets) {
    await upstream.reset()
    const left = new Map<string, number>()
    await Promise.all(
      Array.from({ length: LEAVERS }, async (_, index) => {
        const id = `left${index}`
        const connection = await openConnection(item.port)
        const answered = connection.send(chatRequest(item, { tokens_per_s: 100, tokens: 3_000, id }, true))
        answered.catch(() => undefined)
        await sleep(300 + index * 10)
        left.set(id, now_ms())
        connection.close()
      }),
    )
    await sleep(1_500)
    const { streams } = await upstream.report()
    const times = streams.map(({ id, closed_ms }) =>
      closed_ms === 0 ? Number.POSITIVE_INFINITY : closed_ms - left.get(id)!,
    )
    const most = Math.max(...times)
    if (item.name.startsWith('Gatehouse')) own = most
    rows.push([
      item.name,
      figure(median(times)),
      Number.isFinite(most) ? figure(most) : 'never',
      String(streams.length),
    ])
  }
  print(`\nClients that leave a stream: until the upstream’s call is broken off`)
  print(table(['', 'p50 ms', 'max ms', 'streams'], rows))
  if (own !== undefined) target('a client that leaves cancels the upstream', own, 'ms', CANCEL_MS_MAX)
}
