import * as fc from 'fast-check'
import { complaints } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { cycloneDxVex, openVex, VEX_JUSTIFICATIONS, type VexDocument, type VexStatement } from '../../src/artifacts.ts'
import { VEX_STATUSES } from '../../src/vex/statement.ts'

const document = (statements: readonly VexStatement[]): VexDocument => ({
  id: '01980a5d-ac96-774b-bcce-b302099a8057',
  product: { id: 'pkg:generic/shop@2.1.0', name: 'shop', version: '2.1.0' },
  author: 'Gatehouse',
  madeAt: new Date('2026-03-04T05:06:07.089Z'),
  tool: { name: 'gatehouse', version: '0.1.0' },
  statements,
})
const statement: VexStatement = {
  vulnerability: { id: 'CVE-2026-1', aliases: ['GHSA-xxxx-yyyy-zzzz'], cwes: ['CWE-79'], description: 'd' },
  component: 'pkg:npm/%40scope/a@1.0.0',
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  impact: 'Nothing imports it.',
  since: new Date('2026-03-01T00:00:00Z'),
}

test('OpenVEX names the product and the component below it', () => {
  const created = openVex(document([statement]))
  expect(complaints.openVex(created)).toEqual([])
  expect(created.statements).toEqual([
    {
      vulnerability: { name: 'CVE-2026-1', description: 'd', aliases: ['GHSA-xxxx-yyyy-zzzz'] },
      timestamp: '2026-03-01T00:00:00.000Z',
      products: [
        {
          '@id': 'pkg:generic/shop@2.1.0',
          subcomponents: [{ '@id': 'pkg:npm/%40scope/a@1.0.0', identifiers: { purl: 'pkg:npm/%40scope/a@1.0.0' } }],
        },
      ],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      impact_statement: 'Nothing imports it.',
    },
  ])
})

test('a document without statements is valid and contains its version', () => {
  const issuedAt = new Date('2026-03-01T00:00:00Z')
  const created = openVex({ ...document([]), version: 2, issuedAt })
  expect(complaints.openVex(created)).toEqual([])
  expect(created).toMatchObject({
    version: 2,
    timestamp: '2026-03-01T00:00:00.000Z',
    last_updated: '2026-03-04T05:06:07.089Z',
    statements: [{ vulnerability: { name: 'no-known-vulnerability' }, status: 'under_investigation' }],
  })
  expect(complaints.cycloneDx(cycloneDxVex({ ...document([]), version: 2 }))).toEqual([])
})

test('CycloneDX contains the same statements', () => {
  const created = cycloneDxVex(document([statement]))
  expect(complaints.cycloneDx(created)).toEqual([])
  expect(created.components).toMatchObject([{ name: '@scope/a', purl: 'pkg:npm/%40scope/a@1.0.0' }])
  expect(created.vulnerabilities).toMatchObject([
    {
      id: 'CVE-2026-1',
      cwes: [79],
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Nothing imports it.' },
      affects: [{ ref: 'pkg:npm/%40scope/a@1.0.0' }],
    },
  ])
})

test('two conflicting statements resolve to the more cautious statement in any order', () => {
  const affected = { ...statement, status: 'affected', action: 'Upgrade.' } as const
  for (const both of [
    [statement, affected],
    [affected, statement],
  ]) {
    expect(openVex(document(both)).statements.map(({ status }) => status)).toEqual(['affected'])
    expect(cycloneDxVex(document(both)).vulnerabilities.map(({ analysis }) => analysis.state)).toEqual(['exploitable'])
  }
})

const drawn = fc.array(
  fc
    .record({
      id: fc.constantFrom('CVE-2026-1', 'GHSA-aaaa-bbbb-cccc', 'PYSEC-2026-3', 'RUSTSEC-2026-0001'),
      component: fc.constantFrom('pkg:npm/a@1', 'pkg:pypi/b@2', 'pkg:golang/x/y@v3'),
      status: fc.constantFrom(...VEX_STATUSES),
      justification: fc.constantFrom(...VEX_JUSTIFICATIONS),
      words: fc.string({ minLength: 1 }),
    })
    .map(({ id, component, status, justification, words }): VexStatement => ({
      vulnerability: { id, aliases: [], cwes: [] },
      component,
      status,
      ...(status === 'not_affected' ? { justification, impact: words } : {}),
      ...(status === 'affected' ? { action: words } : {}),
      notes: words,
      since: new Date(0),
    })),
  { maxLength: 10, minLength: 1 },
)

/** Statements of each format in a common form. */
const STATE = {
  not_affected: 'not_affected',
  exploitable: 'affected',
  resolved: 'fixed',
  in_triage: 'under_investigation',
}

test('both documents are valid and equivalent', () => {
  fc.assert(
    fc.property(drawn, (statements) => {
      const [one, other] = [openVex(document(statements)), cycloneDxVex(document(statements))]
      expect([complaints.openVex(one), complaints.cycloneDx(other)]).toEqual([[], []])
      const inOpenVex = one.statements.map(({ vulnerability, products, status }) => [
        vulnerability.name,
        products.flatMap((product) => ('subcomponents' in product ? product.subcomponents : []))[0]!['@id'],
        status,
      ])
      const inCycloneDx = other.vulnerabilities.map(({ id, affects, analysis }) => [
        id,
        affects[0]!.ref,
        STATE[analysis.state as keyof typeof STATE],
      ])
      expect(inCycloneDx).toEqual(inOpenVex)
    }),
    { numRuns: 60 },
  )
})
