/** Lines of context that locate a change. */
const CONTEXT_LINES = 3
/** Own limit: texts with more differences are reported as one change. */
const EDITS_MAX = 1_000

/** A run of lines of two texts: equal, or replaced. */
interface Run {
  readonly isEqual: boolean
  /** Lines of the old and the new text, from 0, with an exclusive end. */
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

/**
 * Returns the difference between two texts of one file as a unified diff for `git apply` and `patch`. Empty where they are equal.
 * @param path relative, with `/`
 */
export function unifiedDiff(path: string, before: string, after: string, context = CONTEXT_LINES): string {
  const [a, b] = [linesOf(before), linesOf(after)]
  const hunks = hunksOf(runsOf(a, b), context)
  if (hunks.length === 0) return ''
  const head = `--- ${named(`a/${path}`)}\n+++ ${named(`b/${path}`)}\n`
  return head + hunks.map((hunk) => hunkText(hunk, a, b)).join('')
}

/** Splits a text into lines with their line endings, so that differences in line endings count. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Quotes a path as git does where it is no single word. */
function named(path: string): string {
  // oxlint-disable-next-line no-control-regex -- names may hold any character but NUL
  if (/["\\\u0000-\u001f\u007f]/.test(path)) return JSON.stringify(path)
  return path.includes(' ') ? `${path}\t` : path
}

function runsOf(a: readonly string[], b: readonly string[]): readonly Run[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const [endA, endB] = [a.length - tail, b.length - tail]
  if (head === endA && head === endB) return []
  const middle = equalLines(a.slice(head, endA), b.slice(head, endB))
  const runs: Run[] = [{ isEqual: true, from: [0, head], to: [0, head] }]
  let [atA, atB] = [head, head]
  for (const [x, y, count] of [
    ...middle.map(([i, j]) => [i + head, j + head, 1] as const),
    [endA, endB, tail] as const,
  ]) {
    if (x > atA || y > atB) runs.push({ isEqual: false, from: [atA, x], to: [atB, y] })
    if (count > 0) runs.push({ isEqual: true, from: [x, x + count], to: [y, y + count] })
    ;[atA, atB] = [x + count, y + count]
  }
  return joined(runs)
}

function joined(runs: readonly Run[]): readonly Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (last?.isEqual !== run.isEqual) result.push(run)
    else
      result[result.length - 1] = {
        isEqual: run.isEqual,
        from: [last.from[0], run.from[1]],
        to: [last.to[0], run.to[1]],
      }
  }
  return result
}

/** Returns pairs of equal lines along a shortest edit (Myers' greedy algorithm); none where it is longer than {@link EDITS_MAX}. */
function equalLines(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const reach = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  const most = Math.min(a.length + b.length, EDITS_MAX)
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(new Map(reach))
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(reach, k, edits) ? reach.get(k + 1)! : reach.get(k - 1)! + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      reach.set(k, x)
      if (x >= a.length && x - k >= b.length) return pairsOf(trace, a.length, b.length)
    }
  }
  return []
}

function isDown(reach: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1))
}

function pairsOf(
  trace: readonly ReadonlyMap<number, number>[],
  endA: number,
  endB: number,
): readonly [number, number][] {
  const pairs: [number, number][] = []
  let [x, y] = [endA, endB]
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits]!
    const k = x - y
    const before = isDown(reach, k, edits) ? k + 1 : k - 1
    const beforeX = edits === 0 ? 0 : reach.get(before)!
    const beforeY = edits === 0 ? 0 : beforeX - before
    while (x > beforeX && y > beforeY) pairs.push([--x, --y])
    ;[x, y] = [beforeX, beforeY]
  }
  return pairs.toReversed()
}

/** Groups changes with their context into hunks; nearby changes share a hunk. */
function hunksOf(runs: readonly Run[], context: number): readonly (readonly Run[])[] {
  const hunks: Run[][] = []
  for (const [at, run] of runs.entries()) {
    if (run.isEqual) continue
    const before = runs[at - 1]
    const gap = before === undefined ? 0 : before.from[1] - before.from[0]
    const open = hunks.at(-1)
    if (open !== undefined && gap <= 2 * context) {
      open.pop()
      open.push(before!, run)
    } else hunks.push([...(before === undefined ? [] : [tailOf(before, context)]), run])
    const after = runs[at + 1]
    if (after !== undefined) hunks.at(-1)!.push(headOf(after, context))
  }
  return hunks
}

function tailOf({ from, to }: Run, lines: number): Run {
  const cut = Math.max(0, from[1] - from[0] - lines)
  return { isEqual: true, from: [from[0] + cut, from[1]], to: [to[0] + cut, to[1]] }
}

function headOf({ from, to }: Run, lines: number): Run {
  const count = Math.min(lines, from[1] - from[0])
  return { isEqual: true, from: [from[0], from[0] + count], to: [to[0], to[0] + count] }
}

function hunkText(runs: readonly Run[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [runs[0]!, runs.at(-1)!]
  const range = (from: number, end: number): string => `${end > from ? from + 1 : from},${end - from}`
  const head = `@@ -${range(first.from[0], last.from[1])} +${range(first.to[0], last.to[1])} @@\n`
  const body = runs.flatMap(({ isEqual, from, to }) =>
    isEqual
      ? a.slice(...from).map((line) => marked(' ', line))
      : [...a.slice(...from).map((line) => marked('-', line)), ...b.slice(...to).map((line) => marked('+', line))],
  )
  return head + body.join('')
}

function marked(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`
}
