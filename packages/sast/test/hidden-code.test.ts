import { expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '../src/index.ts'
import { BUILD_GATE_DEFAULT } from '@gatehouse/contracts/scans'
import { classifyPaths, entryPointsIn, type MergedObservation, runScan, type SourceTree } from '@gatehouse/scan-engine'
import { ALL_ANALYSED, decideGate, gateTraitsOf, NO_SUPPRESSIONS, unanalysedCode } from '@gatehouse/scan-engine/gate'
import { TECHNIQUES } from './hidden-code.ts'
import { PROGRAMS } from './weak-programs.ts'

function treeOfBytes(files: ReadonlyMap<string, Buffer>): SourceTree {
  return {
    files: [...files].map(([path, { length }]) => ({ path, size_bytes: length })),
    gaps: [],
    read: async (path, maxBytes) => files.get(path)!.subarray(0, maxBytes),
    async *stream(path) {
      yield files.get(path)!
    },
  }
}

/** Decides a gate that allows findings of the severity MEDIUM, for one finding. */
function gateFor({ severity, metadata }: MergedObservation): string {
  const finding = { fingerprint: 'a', severity, status: 'OPEN', isNew: false, ...gateTraitsOf(metadata) } as const
  return decideGate({
    gate: { ...BUILD_GATE_DEFAULT, maxHigh: 0, productionOnly: true },
    findings: [finding],
    scanStatus: 'COMPLETED',
    gaps: 0,
    blind: [],
    suppressions: NO_SUPPRESSIONS,
    unanalysed: ALL_ANALYSED,
  }).gateResult
}

const COMMAND_INJECTION = /^CWE-(?:77|78|88)$/

test.each(PROGRAMS)(
  'no technique hides a command injection in $language',
  async (program) => {
    const files = new Map<string, Buffer>()
    const wanted: { technique: string; path: string; line: number | 'listed' }[] = []
    for (const [technique, hide] of Object.entries(TECHNIQUES)) {
      const hidden = hide(program)
      if (hidden === undefined) continue
      const path = `${technique}/${hidden.path}`
      files.set(path, Buffer.from(hidden.content))
      wanted.push({ technique, path, line: hidden.line })
      for (const [name, content] of Object.entries(hidden.importers ?? {})) {
        files.set(`${technique}/${name}`, Buffer.from(content))
      }
    }
    expect(wanted.length).toBeGreaterThan(20)
    const tree = treeOfBytes(files)
    const { observations, gaps } = await runScan({ tree, scanners: [createSastScanner({ rules: OWN_PACK })] })
    const listed = new Set(unanalysedCode(gaps).files.map(({ path }) => path))
    const seen = wanted.map(({ technique, path }) => {
      const found = observations.find(({ filePath, cweId = '' }) => filePath === path && COMMAND_INJECTION.test(cweId))
      return { technique, path, line: found?.startLine ?? (listed.has(path) ? 'listed' : 'hidden') }
    })
    expect(seen).toEqual(wanted)
    const injections = classifyPaths(observations, true, await entryPointsIn(tree)).filter(({ cweId = '' }) =>
      COMMAND_INJECTION.test(cweId),
    )
    for (const finding of injections) {
      const { filePath, metadata } = finding
      expect([filePath, metadata['originalSeverity'], gateFor(finding)]).toEqual([filePath, undefined, 'FAILED'])
    }
  },
  120_000,
)
