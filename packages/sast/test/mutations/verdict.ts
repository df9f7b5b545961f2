import { marksOf } from '../../src/testing/marks.ts'
import { lineStarts, positionOf } from '../../src/tree/compact-tree.ts'
import type { Code } from './code.ts'
import type { Mutated } from './draft.ts'
import type { Finding, Program } from './group.ts'

/** A changed verdict. */
export interface Deviation {
  readonly rule: string
  readonly what: 'lost' | 'new'
  /** Code in the old file, or in the new file for a new finding. */
  readonly code: string
}

/** Compares findings: returns lost and new ones. */
export function deviationsOf(
  code: Code,
  mutated: Mutated,
  before: readonly Finding[],
  after: readonly Finding[],
): readonly Deviation[] {
  const lines = linesOf(mutated.program)
  const keyAt = (rule: string, file: string, offset: number): string => `${rule} ${file} ${lines(file, offset)}`
  const open = new Set<string>()
  for (const { kind, rule, line } of marksOf(code.text)) {
    if (kind === 'ok' || kind === 'ruleid') continue
    const start = code.lines[line - 1]! + /^\s*/.exec(code.text.slice(code.lines[line - 1]))![0].length
    const place = mutated.placeOf({ rule, file: code.file, start, end: start })
    if (place !== undefined) open.add(keyAt(rule, place.file, place.offset))
  }
  const wanted = new Map<string, Finding>()
  for (const finding of before) {
    const place = mutated.placeOf(finding)
    if (place !== undefined) wanted.set(keyAt(finding.rule, place.file, place.offset), finding)
  }
  const found = new Map(after.map((item) => [keyAt(item.rule, item.file, item.start), item]))
  const judges = (site: { readonly rules: ReadonlySet<string> } | undefined, rule: string): boolean =>
    site === undefined ? mutated.judges(rule) : site.rules.has(rule)
  const lost = [...wanted].filter(
    ([key, finding]) => !found.has(key) && !open.has(key) && judges(mutated.siteOf(finding), finding.rule),
  )
  const created = [...found].filter(
    ([key, finding]) =>
      !wanted.has(key) && !open.has(key) && judges(mutated.siteAt(finding.file, finding.start), finding.rule),
  )
  return [
    ...lost.map(([, { rule, file, start }]) => ({
      rule,
      what: 'lost' as const,
      code: lineAt(file === code.file ? code.text : '', start),
    })),
    ...created.map(([, { rule, file, start }]) => ({
      rule,
      what: 'new' as const,
      code: lineAt(mutated.program.get(file)!, start),
    })),
  ]
}

function lineAt(text: string, offset: number): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return text.slice(from, end === -1 ? undefined : end).trim()
}

function linesOf(program: Program): (file: string, offset: number) => number {
  const known = new Map<string, Uint32Array>()
  return (file, offset) => {
    const starts = known.get(file) ?? lineStarts(program.get(file)!)
    known.set(file, starts)
    return positionOf(starts, offset).line
  }
}
