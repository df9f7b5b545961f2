import { median, quantile } from '../lib/statistics.ts'
import { FAST_STEP_CHARS, SLOW_STEP_CHARS } from '../../packages/guards/src/stream/limits.ts'
import { TOKEN_CHARS } from './answers.ts'
import { openConnection, type StreamTimes, timeStream } from './client.ts'
import { cpuOf_us, type Upstream } from './processes.ts'
import { figure, print, table, target } from './table.ts'
import type { Target } from './targets.ts'
import type { StreamReport } from './upstream-report.ts'

/** Token rate of the scripted provider. */
const TOKENS_PER_S = 100

/** Target of the project. */
const FIRST_TOKEN_MS_MAX = 10
const TOTAL_SHARE_MAX = 0.02
/** Own limit: a stream that ends later than scheduled by more than this has fallen behind. */
const LAG_P99_MS_MAX = 250

/** One stream from the client's and the upstream's view. */
interface Seen {
  readonly client: StreamTimes
  readonly upstream: StreamReport
}

async function runStreams(item: Target, upstream: Upstream, streams: number, tokens: number): Promise<readonly Seen[]> {
  await upstream.reset()
  const connections = await Promise.all(Array.from({ length: streams }, () => openConnection(item.port)))
  const order = { tokens_per_s: TOKENS_PER_S, tokens }
  const timed = await Promise.all(
    connections.map(async (connection, index) => {
      // Spread over one second, like real users.
      await new Promise((resolve) => setTimeout(resolve, (index * 1_000) / streams))
      return timeStream(connection, item, { ...order, id: `s${index}` })
    }),
  )
  for (const connection of connections) connection.close()
  const reports = new Map((await upstream.report()).streams.map((report) => [report.id, report]))
  return timed.map((client) => ({ client, upstream: reports.get(client.id)! }))
}

/**
 * Returns the delay of the first character that the cadence implies: nothing is sent before the first check, which requires this many
 * characters.
 */
function holdBack_ms(step_chars: number): number {
  return (Math.ceil(step_chars / TOKEN_CHARS) - 1) * (1_000 / TOKENS_PER_S)
}

/** Measures a few concurrent streams: their additional delay at start and end compared with direct access. */
export async function comparePace(
  targets: readonly Target[],
  upstream: Upstream,
  { streams, tokens, rounds }: { readonly streams: number; readonly tokens: number; readonly rounds: number },
): Promise<void> {
  const seen = targets.map((): Seen[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, item] of targets.entries()) seen[at]!.push(...(await runStreams(item, upstream, streams, tokens)))
  }
  const first = seen.map((all) => median(all.map(({ client }) => client.first_ms - client.sent_ms)))
  const total = seen.map((all) => median(all.map(({ client }) => client.end_ms - client.sent_ms)))
  print(`\nStreams at ${TOKENS_PER_S} tokens/s, ${tokens} tokens, ${streams} at once, ${rounds} rounds`)
  print(
    table(
      ['', 'first token p50 ms', 'over direct', 'total p50 ms', 'over direct %'],
      targets.map((item, at) => [
        item.name,
        figure(first[at]!),
        figure(first[at]! - first[0]!),
        figure(total[at]!),
        figure((total[at]! / total[0]! - 1) * 100),
      ]),
    ),
  )
  const index = targets.findIndex(({ name }) => name.startsWith('Gatehouse'))
  if (index < 0) return
  const over_ms = first[index]! - first[0]!
  const fast_ms = holdBack_ms(FAST_STEP_CHARS)
  const slow_ms = holdBack_ms(SLOW_STEP_CHARS)
  // The default output guards are fast; tenants with slower ones wait for their cadence.
  print(`  the cadence implies ${fast_ms} ms (${FAST_STEP_CHARS} characters), with medium or slow guards ${slow_ms} ms`)
  target('first token over direct, without what the cadence implies', over_ms - fast_ms, 'ms', FIRST_TOKEN_MS_MAX)
  target('total time over direct', total[index]! / total[0]! - 1, 'of direct', TOTAL_SHARE_MAX)
}

/** Measures many concurrent streams: which are still on schedule at the last token. */
export async function compareParallel(
  targets: readonly Target[],
  upstream: Upstream,
  { streams, tokens }: { readonly streams: number; readonly tokens: number },
): Promise<void> {
  const rows: string[][] = []
  let own: number | undefined
  let base = 0
  for (const item of targets) {
    const before_us = item.pid === undefined ? 0 : cpuOf_us(item.pid)
    const started_ms = performance.now()
    const seen = await runStreams(item, upstream, streams, tokens)
    const wall_ms = performance.now() - started_ms
    const busy = item.pid === undefined ? Number.NaN : (cpuOf_us(item.pid) - before_us) / 1_000 / wall_ms
    const schedule_ms = ((tokens - 1) * 1_000) / TOKENS_PER_S
    const lag = seen.map(({ client, upstream: up }) => client.end_ms - up.started_ms - schedule_ms)
    const upstreamLag = seen.map(({ upstream: up }) => up.lastWrite_ms - up.started_ms - schedule_ms)
    const firsts = seen.map(({ client, upstream: up }) => client.first_ms - up.started_ms)
    const p99 = quantile(lag, 0.99)
    if (item.name === 'direct') base = p99
    if (item.name.startsWith('Gatehouse')) own = p99
    rows.push(
      [item.name, median(firsts), median(lag), p99, Math.max(...lag), quantile(upstreamLag, 0.99), busy * 100].map(
        (cell) => (typeof cell === 'string' ? cell : figure(cell)),
      ),
    )
  }
  print(
    `\n${streams} streams at once at ${TOKENS_PER_S} tokens/s, ${tokens} tokens: how late the end is against the schedule`,
  )
  print(table(['', 'first token p50 ms', 'lag p50', 'lag p99', 'lag max', 'upstream itself p99', 'CPU %'], rows))
  if (own !== undefined) target(`lag of ${streams} streams p99 over direct`, own - base, 'ms', LAG_P99_MS_MAX)
}
