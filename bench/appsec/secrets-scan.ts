// One scan in a process of its own, so that its memory is its own: node --conditions=gatehouse bench/appsec/secrets-scan.ts folder
import { createSecretsScanner, type Observation, openFolder } from '@gatehouse/scanners'

const cpuBefore = process.cpuUsage()
const from = performance.now()
const tree = await openFolder(process.argv[2] ?? '.')
const scanner = createSecretsScanner()
const context = { tree, clock: { now: () => Date.now() }, signal: new AbortController().signal, progress: () => {} }
const observations: Observation[] = []
for (const shard of scanner.plan(tree)) observations.push(...(await scanner.run(shard, context)).observations)
const { user, system } = process.cpuUsage(cpuBefore)
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - from) / 1_000,
    cpu_s: (user + system) / 1e6,
    memory_bytes: process.resourceUsage().maxRSS * 1_024,
    bytes: tree.files.reduce((sum, file) => sum + file.size_bytes, 0),
    places: observations.map(({ filePath, startLine, ruleId }) => ({ filePath, startLine, ruleId })),
  }),
)
