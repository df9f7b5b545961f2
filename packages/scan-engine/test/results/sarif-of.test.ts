import { expect, test } from 'vitest'
import type { DataFlowStep } from '../../src/index.ts'
import { type ResultFinding, sarifOf, sarifResultOf } from '../../src/results/index.ts'
import { vulnerable } from './finding.ts'

const finding = (more: Partial<ResultFinding>): ResultFinding => ({ ...vulnerable, ...more })

const source: DataFlowStep = { filePath: 'a.py', line: 3, column: 5, role: 'source', message: 'Comes from a request.' }
const sink: DataFlowStep = {
  filePath: 'b.py',
  line: 9,
  column: 1,
  endLine: 10,
  endColumn: 4,
  role: 'sink',
  message: 'Runs as a command.',
  snippet: 'run(x)',
}

test('steps of a flow are listed from the source to the sink', () => {
  const { flow } = sarifResultOf(finding({ metadata: { dataFlow: [source, { ...source, role: 'step' }, sink] } }))
  expect(flow).toEqual([
    { path: 'a.py', startLine: 3, endLine: 3, startColumn: 5, says: 'Comes from a request.', isEssential: true },
    expect.objectContaining({ isEssential: false }),
    {
      path: 'b.py',
      startLine: 9,
      endLine: 10,
      startColumn: 1,
      endColumn: 4,
      snippet: 'run(x)',
      says: 'Runs as a command.',
      isEssential: true,
    },
  ])
})

test.each([
  ['no list', 'x'],
  ['a list of anything', [1, null, { line: 0 }, { ...source, line: 0.5 }]],
  ['none', undefined],
])('metadata that contains %s creates no flow', (_what, dataFlow) => {
  expect(sarifResultOf(finding({ metadata: { dataFlow } }))).not.toHaveProperty('flow')
})

test('a fix is included if its replaced range is known', () => {
  const metadata = { fix: 'safe()', references: ['https://example.org/why', 'other'] }
  const sarifResult = sarifResultOf(finding({ startColumn: 1, endColumn: 2, metadata }))
  expect(sarifResult).toMatchObject({ fix: 'safe()', rule: { page: 'https://example.org/why' } })
  expect(sarifResultOf(finding({ metadata }))).not.toHaveProperty('fix')
})

test('a result has the class of its path among its properties', () => {
  const log = sarifOf({
    tool: { name: 'Gatehouse', version: '0' },
    findings: [finding({ metadata: { pathClass: 'test' } }), finding({ metadata: {} })],
    gaps: [],
    successful: true,
  })
  expect(log.runs[0]?.results[0]?.properties).toMatchObject({ pathClass: 'test' })
  expect(log.runs[0]?.results[1]?.properties).not.toHaveProperty('pathClass')
})
