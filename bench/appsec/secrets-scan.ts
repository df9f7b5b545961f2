// One scan in a separate process, for separate memory and CPU figures:
//   node --conditions=gatehouse bench/appsec/secrets-scan.ts FOLDER [THREADS WARM-UP-FOLDER] With threads, they have started and scanned the second folder before the measurement, like those of a service.
import { createScanThreads } from '@gatehouse/scan-engine/threads'
import { createSecretsScanner } from '@gatehouse/secrets'
import { openFolder, runScan } from '@gatehouse/scan-engine'

const [root = '.', count, warmUp] = process.argv.slice(2)
const threads = count === undefined ? undefined : createScanThreads(Number(count))
const scanners = () => [threads?.spread(createSecretsScanner()) ?? createSecretsScanner()]
const atOnce = threads?.count ?? 1
if (warmUp !== undefined) await runScan({ tree: await openFolder(warmUp), scanners: scanners(), atOnce })

const cpuBefore = process.cpuUsage()
const from = performance.now()
const tree = await openFolder(root)
const listed_s = (performance.now() - from) / 1_000
const { observations } = await runScan({ tree, scanners: scanners(), atOnce })
const { user, system } = process.cpuUsage(cpuBefore)
process.stdout.write(
  JSON.stringify({
    listed_s,
    seconds: (performance.now() - from) / 1_000,
    cpu_s: (user + system) / 1e6,
    memory_bytes: process.resourceUsage().maxRSS * 1_024,
    bytes: tree.files.reduce((sum, file) => sum + file.size_bytes, 0),
    places: observations.map(({ filePath, startLine, ruleId }) => ({ filePath, startLine, ruleId })),
  }),
)
await threads?.close()
