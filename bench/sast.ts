// npm run bench:sast [name …]: benchmarks of the static analysis, each against a peer or a limit in one run.
import { runNamed } from './lib/run-named.ts'
import { benchGrowth } from './sast/growth.ts'
import { benchIncremental } from './sast/incremental.ts'
import { benchMemory } from './sast/memory.ts'
import { benchPeers } from './sast/peers.ts'
import { benchSpeed } from './sast/speed.ts'

await runNamed({
  speed: benchSpeed,
  incremental: benchIncremental,
  peers: benchPeers,
  growth: benchGrowth,
  memory: benchMemory,
})
