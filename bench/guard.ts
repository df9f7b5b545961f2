import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { printTiers } from './guard/costs.ts'
import { printEngineTable } from './guard/engine.ts'
import { printLargeTexts } from './guard/large-texts.ts'
import { PROSE } from './guard/texts.ts'
import { printToolChecks } from './guard/tool-check.ts'
import { type Load, openLoad } from './lib/load.ts'
import { median, quantile } from './lib/statistics.ts'

/**
 * Benchmarks the guard service: its engine by text size, and `/guardrails/input` with durable audit against a minimal Fastify route with
 * the same body and schemas. Servers run in separate processes and alternate in one run, so that both use the same machine. npm run
 * bench:guard [rounds] [ms per round]
 */
const CONNECTIONS = 64
const ROUNDS = Number(process.argv[2] ?? 6)
const ROUND_MS = Number(process.argv[3] ?? 3_000)
const WARM_UP_MS = 3_000

const SERVER = fileURLToPath(new URL('guard/server.ts', import.meta.url))

/** Characters of the text: a message of a chat, and a page. */
const SIZES = [200, 1_024] as const

/** Seconds of large texts. */
const LARGE_S = 10

/** Target of the project. */
const SHARE_OF_BARE_MIN = 0.5
const P99_MS_MAX = 25
const RSS_MB_MAX = 300

interface Peer {
  readonly name: string
  readonly child: ChildProcess
  readonly load: Load
  readonly rates: number[]
  readonly p99_ms: number[]
  readonly p50_ms: number[]
  readonly cpu_us: number[]
}

await printEngineTable()
await printTiers()
await printToolChecks()
for (const size of SIZES) await compareServers(size)
await printLargeTexts(LARGE_S)

async function compareServers(chars: number): Promise<void> {
  const peers = [await start('bare', chars), await start('guard', chars)] as const
  for (const peer of peers) await peer.load.run(WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that neither always runs on the warmer core.
    for (const peer of round % 2 === 0 ? peers : peers.toReversed()) await measure(peer)
  }
  const rss_mb = (await ask(peers[1].child, 'usage')).rss_bytes / 1e6
  for (const { load, child } of peers) {
    load.close()
    child.send('stop')
    await once(child, 'exit')
  }
  report(chars, peers[0], peers[1], rss_mb)
}

async function start(name: string, chars: number): Promise<Peer> {
  const child = fork(SERVER, [name])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const body = JSON.stringify({ message: PROSE.slice(0, chars) })
  const load = await openLoad({ port, connections: CONNECTIONS, path: '/guardrails/input', body })
  return { name, child, load, rates: [], p50_ms: [], p99_ms: [], cpu_us: [] }
}

async function measure(peer: Peer): Promise<void> {
  await ask(peer.child, 'usage')
  const started_ms = performance.now()
  const times = await peer.load.run(ROUND_MS)
  peer.rates.push((times.length * 1_000) / (performance.now() - started_ms))
  peer.p50_ms.push(median(times))
  peer.p99_ms.push(quantile(times, 0.99))
  peer.cpu_us.push((await ask(peer.child, 'usage')).cpu_us / times.length)
}

async function ask(child: ChildProcess, question: string): Promise<{ cpu_us: number; rss_bytes: number }> {
  child.send(question)
  const [answer] = (await once(child, 'message')) as [{ cpu_us: number; rss_bytes: number }]
  return answer
}

function report(chars: number, bare: Peer, guard: Peer, rss_mb: number): void {
  const share = median(guard.rates) / median(bare.rates)
  const p99_ms = median(guard.p99_ms)
  const row = ({ name, rates, p50_ms, p99_ms: p99, cpu_us }: Peer): string =>
    [
      name.padEnd(8),
      median(rates).toFixed(0).padStart(9),
      median(p50_ms).toFixed(2).padStart(9),
      median(p99).toFixed(2).padStart(9),
      median(cpu_us).toFixed(1).padStart(12),
      `   ${rates.map((rate) => rate.toFixed(0)).join(' ')}`,
    ].join('')
  const lines = [
    `/guardrails/input, ${chars} characters of prose, default guards, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_MS} ms`,
    'server    requests/s   p50 ms   p99 ms  CPU µs/req   by round',
    row(bare),
    row(guard),
    verdict('share of bare Fastify', share, share >= SHARE_OF_BARE_MIN, `at least ${SHARE_OF_BARE_MIN}`),
    verdict('p99 in ms', p99_ms, p99_ms <= P99_MS_MAX, `at most ${P99_MS_MAX}`),
    verdict('RSS in MB', rss_mb, rss_mb <= RSS_MB_MAX, `at most ${RSS_MB_MAX}, without the database`),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function verdict(name: string, value: number, holds: boolean, bound: string): string {
  return `${name.padEnd(24)}${value.toFixed(2).padStart(8)}   ${holds ? 'holds' : 'MISSED'}: ${bound}`
}
