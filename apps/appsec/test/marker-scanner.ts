import { setTimeout as wait } from 'node:timers/promises'
import type { FindingSeverity } from '@gatehouse/contracts/scans'
import type { Observation, Scanner } from '@gatehouse/scan-engine'
import { createScannerRegistry } from '../src/jobs/scanner-registry.ts'

export interface MarkerOptions {
  /** Duration per file. */
  readonly file_ms?: number
  /** Called at the start of a shard, e.g. to block it. */
  readonly onShard?: (path: string, signal: AbortSignal) => Promise<void>
}

/** Creates a scanner for lines like `BAD HIGH name`, suppressed with a trailing ` # nosemgrep`; each file is a separate shard. */
export function markerScanner({ file_ms = 0, onShard }: MarkerOptions = {}): Scanner {
  return {
    name: 'SECRETS_PATTERN',
    plan: (tree) => tree.files.map((file) => ({ id: file.path, files: [file] })),
    async run({ files }, { tree, signal, progress }) {
      const observations: Observation[] = []
      for (const { path } of files) {
        await onShard?.(path, signal)
        await wait(file_ms, undefined, { signal })
        if (path.includes('broken')) throw new Error('the parser gave up')
        const lines = Buffer.from(await tree.read(path))
          .toString()
          .split('\n')
        for (const [at, line] of lines.entries()) {
          const [, severity, name, suppressed] = /^BAD (\w+) (.+?)( # nosemgrep)?$/.exec(line) ?? []
          if (name === undefined) continue
          const found = markerAt(path, at + 1, severity as FindingSeverity, name)
          observations.push(suppressed === undefined ? found : { ...found, suppression: { marker: 'nosemgrep' } })
        }
        progress(1)
      }
      return { observations, gaps: [] }
    },
  }
}

export function markerRegistry(options?: MarkerOptions) {
  return createScannerRegistry({ SECRETS_PATTERN: () => markerScanner(options) })
}

function markerAt(filePath: string, line: number, severity: FindingSeverity, name: string): Observation {
  return {
    scanner: 'SECRETS_PATTERN',
    ruleId: 'marker/bad',
    severity,
    title: `Marked as bad: ${name}`,
    description: 'A marker of the test.',
    filePath,
    startLine: line,
    endLine: line,
    snippet: 'BAD ****',
    cweId: 'CWE-798',
    owasp: ['A07:2021'],
    confidence: 0.9,
    identity: ['marker', name],
    metadata: {},
  }
}
