import { payloadRules } from '../../packages/guards/src/detectors/payload/all-rules.ts'
import type { PayloadScanner } from '../../packages/guards/src/detectors/payload/find-payloads.ts'
import { findPayloads, PAYLOAD_VIEWS } from '../../packages/guards/src/detectors/payload/find-payloads.ts'
import { makeViews } from '../../packages/guards/src/text/views.ts'
import { print } from '../pii/table.ts'

const PROSE =
  'The committee met on Tuesday to talk about the new library in the old town. Ann said that the roof, which had been ' +
  'repaired twice since 1998, would not last another winter; Bob was not so sure. "We should take one of the three ' +
  'offers," he said, "and drop the others." They looked at the table of costs: 12,500 for the first, 9,800 for the ' +
  "second, and about 15,000 for both together. It's true that the cheaper one, from a firm in Bern, has no guarantee, " +
  'or at least none that anybody would like to rely on. The order of the work matters too: first the walls, then the ' +
  'floor, then the windows, and last of all the small garden behind the house. '

const CODE =
  "import { readFile } from 'node:fs/promises'\n\nexport async function load(path: string): Promise<Config> {\n" +
  "  const text = await readFile(path, 'utf8')\n  const parsed = JSON.parse(text) as Partial<Config>\n" +
  "  if (parsed.name === undefined || parsed.name === '') throw new Error(`no name in ${path}`)\n" +
  '  return { ...defaults, ...parsed, retries: Math.max(0, parsed.retries ?? 3) }\n}\n'

/** Runs of each measurement; the fastest counts, as the machine may be doing other work. */
const ROUNDS = 25

/** Sizes of the texts; the time per KB shows whether the work is linear. */
const CHARS = [1_024, 10_240, 102_400] as const

/** Measures the time per text for prose and code of three sizes, compared with all regexes run individually, and for floods. */
export function measureSpeed(scanner: PayloadScanner): void {
  const naive = payloadRules.map((rule) => new RegExp(rule.find.source, rule.find.flags))
  const rows: string[][] = []
  for (const [name, unit] of [
    ['prose', PROSE],
    ['code', CODE],
  ] as const) {
    for (const chars of CHARS) {
      const text = makeViews(repeat(unit, chars))
      text.views(PAYLOAD_VIEWS)
      const times = Math.max(1, Math.round(400_000 / chars))
      const guard_us = fastest(times, () => findPayloads(text, scanner))
      const naive_us = fastest(Math.max(1, Math.round(times / 20)), () =>
        naive.filter((find) => find.test(text.original)),
      )
      rows.push([
        name,
        String(chars),
        guard_us.toFixed(1),
        naive_us.toFixed(1),
        `${(naive_us / guard_us).toFixed(1)} x`,
        (guard_us / (chars / 1_024)).toFixed(2),
      ])
    }
  }
  print('Speed, views made', ['text', 'characters', 'guard us', 'one by one us', 'ratio', 'us per KB'], rows)
  measureFloods(scanner)
}

/** Measures the slowest 100 KB of repeated anchors or truncated payloads, compared with a tenth of it. */
function measureFloods(scanner: PayloadScanner): void {
  const units = payloadRules.flatMap((rule) => [
    ...rule.anchors,
    ...rule.flags.map((text) => text.slice(0, Math.floor(text.length * 0.8))),
  ])
  const timed = [...new Set(units)].map((unit) => ({ unit, took_us: once(scanner, repeat(unit, 102_400)) }))
  const slowest = timed.toSorted((a, b) => b.took_us - a.took_us).slice(0, 5)
  print(
    `Floods of 100 KB: the slowest of ${timed.length}`,
    ['unit', '10 KB ms', '100 KB ms'],
    slowest.map(({ unit }) => {
      const [small = 0, large = 0] = [10_240, 102_400].map((chars) =>
        Math.min(...Array.from({ length: 3 }, () => once(scanner, repeat(unit, chars)))),
      )
      return [JSON.stringify(unit.slice(0, 40)), (small / 1_000).toFixed(1), (large / 1_000).toFixed(1)]
    }),
  )
}

function once(scanner: PayloadScanner, text: string): number {
  const before = performance.now()
  scanner.scan(text)
  return (performance.now() - before) * 1_000
}

function fastest(times: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now()
    for (let i = 0; i < times; i++) run()
    best = Math.min(best, ((performance.now() - before) * 1_000) / times)
  }
  return best
}

function repeat(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)
}
