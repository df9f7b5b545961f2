// npm run bench:redteam [name …]: benchmarks of the red team, each against a bound, a plain client or a peer in one run.
import { benchJudges } from './redteam/judges.ts'
import { benchMemory } from './redteam/memory.ts'
import { benchPeer } from './redteam/peer.ts'
import { benchSpeed } from './redteam/speed.ts'

/** About two minutes together on a machine that has nothing else to do. */
const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  speed: benchSpeed,
  judges: benchJudges,
  memory: benchMemory,
  peer: benchPeer,
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name))
if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(BENCHMARKS).join(', ')}.`)
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  const from = performance.now()
  await bench()
  process.stdout.write(`  (${((performance.now() - from) / 1_000).toFixed(0)} s)\n`)
}
