// How often a file is analysed to prove its repairs.
import { describe, expect, test } from 'vitest'
import { Edits } from '../src/fix/edits.ts'
import { type FixedText, fixText, PROVED_CHARS_MAX } from '../src/fix/fix-text.ts'
import type { PackSource } from '../src/scan/options.ts'

const rule = (id: string, pattern: string, fix: string): string =>
  `- {id: ${id}, message: About ${id}., severity: ERROR, languages: [javascript], pattern: ${pattern}, fix: '${fix}'}\n`
const RULES: PackSource = {
  own: false,
  files: [
    {
      path: 'r.yaml',
      text: `rules:\n${rule('danger', 'danger($X)', 'safe($X)')}${rule('loop', 'loop($X)', 'loop(loop($X))')}`,
    },
  ],
}

/** Fixes a text. @returns the result, and the number of analyses */
async function repaired(text: string): Promise<{ readonly made: FixedText; readonly analyses: number }> {
  let turns = 0
  const { signal } = new AbortController()
  signal.throwIfAborted = () => void (turns += 1)
  const fixedText = await fixText('a.js', { mark: '', text }, RULES, signal)
  // The last turn finds that nothing is left, and before the first the text is read.
  return { made: fixedText, analyses: turns }
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

describe('a file is analysed', () => {
  test('twice for 150 repairs that can be proved', async () => {
    const { made, analyses } = await repaired(lines(150, (at) => `danger(${at})`))
    expect(made.text).toBe(lines(150, (at) => `safe(${at})`))
    expect(made.done.map(({ startLine }) => startLine)).toEqual(Array.from({ length: 150 }, (_, at) => at + 1))
    expect(analyses).toBe(2)
  })

  test('a few more times for one unfixable finding', async () => {
    const { made, analyses } = await repaired(lines(150, (at) => (at === 97 ? 'loop(1)' : `danger(${at})`)))
    expect(made.text).toBe(lines(150, (at) => (at === 97 ? 'loop(1)' : `safe(${at})`)))
    expect(made.left).toMatchObject([{ ruleId: 'sast/loop', startLine: 98 }])
    expect(analyses).toBeLessThanOrEqual(20)
  })

  test('twice for each unfixable finding, then never again', async () => {
    const { made, analyses } = await repaired(lines(40, () => 'loop(1)'))
    expect(made.left).toHaveLength(40)
    expect(made.diff).toBe('')
    expect(analyses).toBeLessThanOrEqual(2 * 40 + 10)
  })

  test('up to the text limit', async () => {
    const large = `// ${'x'.repeat(PROVED_CHARS_MAX / 4)}\n`
    const { made, analyses } = await repaired(large + lines(40, () => 'loop(1)'))
    expect(analyses).toBeLessThanOrEqual(5)
    expect(made.left.at(-1)?.reason).toMatch(/^The file takes too long to analyze/)
  })
})

test('nested fixes are all applied', async () => {
  const { made } = await repaired('danger([danger(danger(1)), loop(danger(2))])\ndanger(3)\n')
  expect(made.text).toBe('safe([safe(safe(1)), loop(safe(2))])\nsafe(3)\n')
  expect(made.left).toMatchObject([{ ruleId: 'sast/loop' }])
})

test('edits shift the locations after them', () => {
  const edits = new Edits([
    { start: 2, end: 4, fix: 'XYZ' },
    { start: 6, end: 6, fix: 'W' },
  ])
  expect(edits.apply('01234567')).toBe('01XYZ45W67')
  expect([0, 2, 3, 4, 6, 7].map((at) => edits.moved(at))).toEqual([0, 2, 3, 5, 8, 9])
  expect([0, 2, 3, 4, 6, 7].map((at) => edits.at(at))).toEqual([-1, 0, 0, -1, 1, -1])
  expect([0, 2, 4, 5, 7, 8].map((at) => edits.atAfter(at))).toEqual([-1, 0, 0, -1, 1, -1])
})
