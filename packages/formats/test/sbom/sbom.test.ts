import * as fc from 'fast-check'
import { complaints } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { type Bom, type Component, cycloneDx, ROOT, spdx } from '../../src/artifacts.ts'
import { COMPONENT_SCOPES, HASH_ALGORITHMS } from '../../src/sbom/bom.ts'

const MADE_AT = new Date('2026-03-04T05:06:07.089Z')
const component = (name: string, more: Partial<Component> = {}): Component => ({
  purl: `pkg:npm/${name}@1.0.0`,
  name,
  version: '1.0.0',
  scope: 'runtime',
  direct: false,
  locations: [],
  ...more,
})
const bom = (components: readonly Component[], edges: Readonly<Record<string, readonly string[]>> = {}): Bom => ({
  root: { name: 'shop', version: '2.1.0' },
  components,
  dependencies: new Map(Object.entries(edges)),
  madeAt: MADE_AT,
  id: '01980a5d-ac96-774b-bcce-b302099a8057',
  tool: { name: 'gatehouse', version: '0.1.0' },
})
const [a, b, c] = ['a', 'b', 'c'].map((name) => `pkg:npm/${name}@1.0.0`) as [string, string, string]
const example = bom(
  [
    component('b', { scope: 'dev', licence: 'MIT OR Apache-2.0' }),
    component('a', {
      direct: true,
      licenceNames: ['Our own licence', 'Beerware'],
      hashes: [{ algorithm: 'SHA-256', hex: 'ab'.repeat(32) }],
      locations: [{ path: 'package-lock.json', line: 12 }, { path: 'package.json' }],
    }),
    component('c', { version: undefined as never, licence: 'LicenseRef-x' }),
  ],
  { [ROOT]: [b, a, a], [a]: [c, a, 'pkg:npm/nowhere@1'], [c]: [a] },
)

describe('CycloneDX 1.5', () => {
  const document = cycloneDx(example)

  test('matches its schema', () => {
    expect(complaints.cycloneDx(document)).toEqual([])
  })

  test('contains its version and its completeness', () => {
    const result = { ...example, version: 3, completeness: 'unknown' } as const
    expect(complaints.cycloneDx(cycloneDx(result))).toEqual([])
    expect(cycloneDx(result)).toMatchObject({ version: 3, compositions: [{ aggregate: 'unknown' }] })
    expect(complaints.spdx(spdx(result))).toEqual([])
    expect(spdx(result)).toMatchObject({
      comment: expect.stringContaining('did not analyze packages'),
      documentNamespace: expect.stringMatching(/-3$/),
    })
  })

  test('lists each component by its purl in a stable order with all metadata', () => {
    expect(document.components.map((item) => item.purl)).toEqual([a, b, c])
    expect(document.components[0]).toMatchObject({
      'bom-ref': a,
      scope: 'required',
      hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
      licenses: [{ license: { name: 'Our own licence' } }, { license: { name: 'Beerware' } }],
      evidence: { occurrences: [{ location: 'package-lock.json#12' }, { location: 'package.json' }] },
    })
    expect(document.components[1]).toMatchObject({ scope: 'excluded', licenses: [{ expression: 'MIT OR Apache-2.0' }] })
  })

  test('contains every edge once, including cycles, and no edge to a missing component', () => {
    expect(document.dependencies).toEqual([
      { ref: ROOT, dependsOn: [a, b] },
      { ref: a, dependsOn: [c] },
      { ref: b, dependsOn: [] },
      { ref: c, dependsOn: [a] },
    ])
  })
})

describe('SPDX 2.3', () => {
  const document = spdx(example)
  const idOf = (purl: string) =>
    document.packages.find((item) => JSON.stringify(item).includes(`"referenceLocator":"${purl}"`))?.SPDXID

  test('matches its schema', () => {
    expect(complaints.spdx(document)).toEqual([])
  })

  test('has the same packages under the same purls', () => {
    expect([a, b, c].map((purl) => idOf(purl))).toEqual([
      expect.stringMatching(/^SPDXRef-Package-npm-a-1\.0\.0-[0-9a-f]{12}$/),
      expect.stringMatching(/^SPDXRef-Package-npm-b-1\.0\.0-/),
      expect.stringMatching(/^SPDXRef-Package-npm-c-1\.0\.0-/),
    ])
    expect(document.creationInfo.created).toBe('2026-03-04T05:06:07Z')
  })

  test('contains every edge as a relationship and marks development dependencies', () => {
    expect(document.relationships).toEqual([
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-Project' },
      { spdxElementId: 'SPDXRef-Project', relationshipType: 'DEPENDS_ON', relatedSpdxElement: idOf(a) },
      { spdxElementId: idOf(b), relationshipType: 'DEV_DEPENDENCY_OF', relatedSpdxElement: 'SPDXRef-Project' },
      { spdxElementId: idOf(a), relationshipType: 'DEPENDS_ON', relatedSpdxElement: idOf(c) },
      { spdxElementId: idOf(c), relationshipType: 'DEPENDS_ON', relatedSpdxElement: idOf(a) },
    ])
  })

  test('assigns a license reference to text that is not an SPDX expression', () => {
    expect(document.packages.map((item) => item.licenseDeclared)).toEqual([
      'NOASSERTION',
      'LicenseRef-1 AND LicenseRef-2',
      'MIT OR Apache-2.0',
      'LicenseRef-x',
    ])
    expect(document.hasExtractedLicensingInfos).toMatchObject([
      { licenseId: 'LicenseRef-1', extractedText: 'Our own licence' },
      { licenseId: 'LicenseRef-2', extractedText: 'Beerware' },
    ])
  })
})

const names = fc.stringMatching(/^[a-z@/._%+ -]{1,20}$/)
const components = fc.uniqueArray(
  fc.record({
    purl: names.map((name) => `pkg:npm/${encodeURIComponent(name)}@1`),
    name: names,
    scope: fc.constantFrom(...COMPONENT_SCOPES),
    direct: fc.boolean(),
    licence: fc.constantFrom('MIT', 'Apache-2.0 WITH LLVM-exception'),
    hashes: fc.array(
      fc.constantFrom(...HASH_ALGORITHMS).map((algorithm) => ({
        algorithm,
        hex: 'a'.repeat({ MD5: 32, 'SHA-1': 40, 'SHA-256': 64, 'SHA-384': 96, 'SHA-512': 128 }[algorithm]),
      })),
      { maxLength: 2 },
    ),
    locations: fc.array(fc.record({ path: fc.string({ minLength: 1 }), line: fc.integer({ min: 1 }) }), {
      maxLength: 2,
    }),
  }),
  { selector: ({ purl }) => purl, maxLength: 12 },
)

test('for any components and edges, both documents are valid and list the same packages and edges', () => {
  fc.assert(
    fc.property(components, fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 40 }), (drawn, pairs) => {
      const nodes = [ROOT, ...drawn.map(({ purl }) => purl)]
      const edges: Record<string, string[]> = {}
      for (const [from, to] of pairs) {
        const [one, other] = [nodes[from], nodes[to]]
        if (one !== undefined && other !== undefined && other !== ROOT) (edges[one] ??= []).push(other)
      }
      const created = bom(drawn, edges)
      const [first, second] = [cycloneDx(created), spdx(created)]
      expect([complaints.cycloneDx(first), complaints.spdx(second)]).toEqual([[], []])
      expect(second.packages).toHaveLength(first.components.length + 1)
      const count = first.dependencies.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0)
      expect(second.relationships).toHaveLength(count + 1)
    }),
    { numRuns: 40 },
  )
})
