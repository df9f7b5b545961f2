import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { patient_ms } from '@gatehouse/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { createIacScanner } from '../../src/index.ts'
import { OWN_RULES } from '@gatehouse/sast'
import { runScan } from '@gatehouse/scan-engine'
import { type HclNode, partOf, parseHcl, marksOf } from '@gatehouse/sast/configuration'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

interface Specimen {
  readonly rule: string
  readonly text: string
  /** Lines on which the rule finds something. */
  readonly lines: readonly number[]
}

const SPECIMENS = globSync(join(OWN_RULES, 'terraform/*/*.tf'))
  .toSorted()
  .map((path): Specimen => {
    const text = readFileSync(path, 'utf8')
    const marks = marksOf(text)
    const [first] = marks
    return {
      rule: first?.rule ?? basename(path),
      text,
      lines: [...new Set(marks.filter(({ kind }) => kind === 'ruleid').map(({ line }) => line))],
    }
  })

/** Returns the lines of each rule's example with a finding. @param write creates the files of an example, by path */
async function found(
  write: (specimen: Specimen) => Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const files = SPECIMENS.flatMap((item) =>
    Object.entries(write(item)).map(([path, text]) => [`${item.rule}/${path}`, text] as const),
  )
  const scanners = [createIacScanner({ rules: { own: true, files: [] } })]
  const { observations } = await runScan({ tree: treeOf(Object.fromEntries(files)), scanners })
  const lines = new Map<string, Set<number>>()
  for (const { ruleId, filePath = '', startLine = 0 } of observations) {
    const rule = filePath.split('/', 1)[0]!
    if (ruleId === `iac/${rule}`) lines.set(rule, (lines.get(rule) ?? new Set()).add(startLine))
  }
  return new Map([...lines].map(([rule, all]) => [rule, [...all].toSorted((a, b) => a - b)]))
}

/** Moves every plain value of a resource to a local at the end of the file: line numbers stay the same. */
function withLocals(text: string): string {
  const edits: { readonly start: number; readonly end: number }[] = []
  const visit = (node: HclNode, isInResource: boolean): void => {
    const value = node.kind === 'attribute' || node.kind === 'object_elem' ? partOf(node, 'value') : undefined
    const isPlain =
      value !== undefined &&
      ['string', 'bool', 'number'].includes(value.kind) &&
      !value.children.some(({ kind }) => kind !== 'string_content')
    if (isInResource && isPlain) edits.push(value)
    const isResource = node.kind === 'block' && /^(?:resource|provider|data)\b/.test(text.slice(node.start))
    for (const child of node.children) visit(child, isInResource || isResource)
  }
  visit(parseHcl(text), false)
  let output = ''
  let at = 0
  const locals = edits.map(({ start, end }, number) => {
    output += `${text.slice(at, start)}local.v${number}`
    at = end
    return `  v${number} = ${text.slice(start, end)}\n`
  })
  return `${output}${text.slice(at)}\nlocals {\n${locals.join('')}}\n`
}

const WAYS: readonly (readonly [string, (specimen: Specimen) => Readonly<Record<string, string>>])[] = [
  ['as it is written', ({ text }) => ({ 'main.tf': text })],
  ['with its values in locals', ({ text }) => ({ 'main.tf': withLocals(text) })],
  [
    'in a module that is called',
    ({ text }) => ({ 'main.tf': 'module "m" {\n  source = "./m"\n}\n', 'm/main.tf': text }),
  ],
  ['without the blanks that line it up', ({ text }) => ({ 'main.tf': text.replace(/[ \t]+=[ \t]+/g, ' = ') })],
]

describe.each(WAYS)('a built-in rule matches code %s', (_way, write) => {
  let seen: ReadonlyMap<string, readonly number[]>
  beforeAll(async () => {
    seen = await found(write)
  }, patient_ms(60_000))

  test.each(SPECIMENS)('$rule', ({ rule, lines }) => {
    expect(seen.get(rule) ?? []).toEqual(lines.toSorted((a, b) => a - b))
  })
})

test('there are rules for three clouds', () => {
  expect(SPECIMENS.length).toBeGreaterThan(150)
  expect(new Set(SPECIMENS.map(({ rule }) => rule)).size).toBe(SPECIMENS.length)
})
