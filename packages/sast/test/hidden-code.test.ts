import { expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '../src/index.ts'
import { runScan, type SourceTree } from '@gatehouse/scan-engine'
import { unanalysedCode } from '@gatehouse/scan-engine/gate'
import { PROGRAMS, TECHNIQUES } from './hidden-code.ts'

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
    }
    expect(wanted.length).toBeGreaterThan(20)
    const { observations, gaps } = await runScan({
      tree: treeOfBytes(files),
      scanners: [createSastScanner({ rules: OWN_PACK })],
    })
    const listed = new Set(unanalysedCode(gaps).files.map(({ path }) => path))
    const seen = wanted.map(({ technique, path }) => {
      const found = observations.find(({ filePath, cweId = '' }) => filePath === path && COMMAND_INJECTION.test(cweId))
      return { technique, path, line: found?.startLine ?? (listed.has(path) ? 'listed' : 'hidden') }
    })
    expect(seen).toEqual(wanted)
  },
  120_000,
)
