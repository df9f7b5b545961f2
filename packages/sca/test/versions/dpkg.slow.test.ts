import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { compareVersions } from '../../src/versions/index.ts'

const hasDpkg = spawnSync('dpkg', ['--version']).status === 0

const PARTS = ['0', '1', '9', '10', '00', 'a', 'b', 'Z', '.', '+', '~', '-', 'deb', 'u', '~rc1', '1.0', ':1']

/** Deterministic versions that dpkg accepts: an epoch or none, an upstream version, a revision or none. */
function versions(count: number): readonly string[] {
  let state = 7
  const next = (limit: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % limit
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: next(5) }, () => PARTS[next(PARTS.length - 1)])
    const epoch = ['', '', '', '0:', '1:', '10:'][next(6)] ?? ''
    return `${epoch}${next(3)}${parts.join('')}`.replace(/-+$/, '')
  })
}

test.skipIf(!hasDpkg)(
  'Debian versions have the order of dpkg --compare-versions',
  () => {
    const list = versions(3_000)
    const pairs = list.slice(1).map((version, at) => [list[at] ?? '', version] as const)
    const script = pairs.map(
      ([a, b]) =>
        `if dpkg --compare-versions '${a}' lt '${b}'; then echo -1; elif dpkg --compare-versions '${a}' eq '${b}'; then echo 0; else echo 1; fi`,
    )
    const out = execFileSync('sh', { input: script.join('\n'), encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
    const expected = out.trim().split('\n').map(Number)
    const wrong = pairs.flatMap(([a, b], at) => {
      const own = Math.sign(compareVersions('Debian', a, b))
      return own === expected[at] ? [] : [`${a} ${b}: ${own}, dpkg ${expected[at] ?? ''}`]
    })
    expect(wrong).toEqual([])
  },
  120_000,
)
