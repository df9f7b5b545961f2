export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'come'
  readonly text: string
}

/** Maximum number of table cells for the longest common subsequence. For longer texts, the middle is shown as replaced. */
const CELLS_MAX = 4_000_000

/** Marks the lines of two texts as kept, removed, or added, with the longest common subsequence. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }))
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ]
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > CELLS_MAX || a.length === 0 || b.length === 0) {
    return [
      ...a.map((text) => ({ kind: 'gone' as const, text })),
      ...b.map((text) => ({ kind: 'come' as const, text })),
    ]
  }
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i]! })
      i++
      j++
    } else if (j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      lines.push({ kind: 'gone', text: a[i++]! })
    } else {
      lines.push({ kind: 'come', text: b[j++]! })
    }
  }
  return lines
}
