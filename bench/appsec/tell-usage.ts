// Preloaded into a measured process: writes its resource use at exit, including its threads.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['BENCH_USAGE_FILE']
// The launcher only waits for the program.
const isLauncher = process.argv[1]?.endsWith('gatehouse.mjs') === true
if (isMainThread && file !== undefined && !isLauncher) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const { maxRSS } = process.resourceUsage()
    writeFileSync(file, JSON.stringify({ cpu_s: (user + system) / 1e6, memory_bytes: maxRSS * 1_024 }))
  })
}
