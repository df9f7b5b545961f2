// npm run bench:redteam [name …]: benchmarks of the red team, each against a limit, a plain client or a peer in one run.
import { runNamed } from './lib/run-named.ts'
import { benchJudges } from './redteam/judges.ts'
import { benchMemory } from './redteam/memory.ts'
import { benchPeer } from './redteam/peer.ts'
import { benchSpeed } from './redteam/speed.ts'

/** About two minutes together on a machine that has nothing else to do. */
await runNamed({
  speed: benchSpeed,
  judges: benchJudges,
  memory: benchMemory,
  peer: benchPeer,
})
