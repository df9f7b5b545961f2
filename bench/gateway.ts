import { parseArgs } from 'node:util'
import { compareLeaving, compareSlowClients } from './gateway/leaving.ts'
import { printMachine } from './gateway/machine.ts'
import { startUpstream } from './gateway/processes.ts'
import { comparePace, compareParallel } from './gateway/streams.ts'
import { missedTargets, print } from './gateway/table.ts'
import { direct, gatehouse, PEERS_THERE, portkey, type Target } from './gateway/targets.ts'
import { compareDelay, compareThroughput } from './gateway/throughput.ts'

/**
 * Compares the chat gateway with Portkey's from npm, both in front of one scripted provider, alternating within one run.
 *   npm install --prefix bench/gateway/peers --ignore-scripts --no-package-lock
 *   npm run bench:gateway -- [--rounds 6] [--ms 3000] [--only delay,whole,streamed,pace,parallel,slow,leave] [--without gatehouse]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    ms: { type: 'string', default: '3000' },
    only: { type: 'string', default: 'delay,whole,streamed,pace,parallel,slow,leave' },
    without: { type: 'string', default: '' },
    /** Flags of Node for our process alone, e.g. `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
    flags: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
const round_ms = Number(values.ms)
const parts = new Set(values.only.split(','))

const upstream = await startUpstream()
const targets: Target[] = [direct(upstream.port)]
try {
  if (!values.without.includes('gatehouse')) {
    targets.push(await gatehouse(upstream.port, values.flags.split(' ').filter(Boolean)))
  }
  if (values.without.includes('portkey')) print('without Portkey')
  else if (PEERS_THERE) targets.push(...(await portkey(upstream.port)))
  else print('Portkey is not installed: npm install --prefix bench/gateway/peers --ignore-scripts --no-package-lock')
  printMachine('before')
  await measure()
  printMachine('\nafter')
} finally {
  await Promise.all(targets.map((target) => target.stop()))
  upstream.stop()
}
const missed = missedTargets()
print(missed.length === 0 ? '\nAll targets hold.' : `\nMissed: ${missed.join('; ')}`)
process.exit(0)

async function measure(): Promise<void> {
  if (parts.has('whole')) await compareThroughput(targets, false, { rounds, round_ms })
  if (parts.has('streamed')) await compareThroughput(targets, true, { rounds, round_ms })
  // Measured last, so that all have compiled their hot code.
  if (parts.has('delay')) await compareDelay(targets, rounds * 200)
  // Portkey's regex guard does not screen streams, so that one row is sufficient.
  const streaming = targets.filter(({ name }) => name !== 'Portkey, its regex guard')
  if (parts.has('pace')) await comparePace(streaming, upstream, { streams: 20, tokens: 300, rounds: 2 })
  if (parts.has('parallel')) await compareParallel(streaming, upstream, { streams: 500, tokens: 500 })
  if (parts.has('leave')) await compareLeaving(streaming, upstream)
  if (parts.has('slow')) await compareSlowClients(streaming, upstream)
}
