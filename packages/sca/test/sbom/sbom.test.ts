import { dependencyPaths, readSbom } from '../../src/index.ts'
import { describe, expect, test } from 'vitest'

const read = (value: unknown) =>
  readSbom(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), 'bom.json')

const component = (name: string, version: string, more: object = {}) => ({
  type: 'library',
  name,
  version,
  'bom-ref': `r-${name}`,
  purl: `pkg:npm/${name}@${version}`,
  ...more,
})

const bom = (components: readonly object[], more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'r-shop' } },
  components,
  ...more,
})

describe('CycloneDX', () => {
  test('components with scope, license, digest and dependency path', () => {
    const { standard, version, subject, inventory } = read(
      bom(
        [
          component('mkdirp', '0.5.1', { licenses: [{ license: { id: 'MIT' } }] }),
          component('minimist', '0.0.8', { hashes: [{ alg: 'SHA-256', content: 'A'.repeat(64) }] }),
          component('mocha', '8.0.0', { scope: 'excluded', licenses: [{ license: { name: 'Made up' } }] }),
          { type: 'file', name: 'a.txt' },
        ],
        {
          dependencies: [
            { ref: 'r-shop', dependsOn: ['r-mkdirp', 'r-mocha'] },
            { ref: 'r-mkdirp', dependsOn: ['r-minimist'] },
          ],
        },
      ),
    )
    expect([standard, version, subject]).toEqual(['CycloneDX', '1.6', 'shop'])
    expect(inventory.components.map(({ name, version: at, scope, direct }) => [name, at, scope, direct])).toEqual([
      ['minimist', '0.0.8', 'runtime', false],
      ['mkdirp', '0.5.1', 'runtime', true],
      ['mocha', '8.0.0', 'dev', true],
    ])
    expect(inventory.components[0]).toMatchObject({
      ecosystem: 'npm',
      hashes: [{ algorithm: 'SHA-256', hex: 'a'.repeat(64) }],
      locations: [{ path: 'bom.json' }],
    })
    expect(inventory.components[1]).toMatchObject({ licence: 'MIT' })
    expect(inventory.components[2]).toMatchObject({ licenceNames: ['Made up'] })
    const paths = dependencyPaths(inventory)
    expect(paths.shortest('pkg:npm/minimist@0.0.8')).toEqual(['pkg:npm/mkdirp@0.5.1', 'pkg:npm/minimist@0.0.8'])
    expect(inventory.gaps).toEqual([])
  })

  test.each([
    [
      'pkg:deb/debian/libc6@2.36-9?arch=amd64&distro=debian-12.5&upstream=glibc',
      'Debian:12',
      { name: 'glibc', version: '2.36-9' },
    ],
    [
      'pkg:apk/alpine/busybox@1.36.1-r2?arch=x86_64&distro=3.18.4',
      'Alpine:v3.18',
      { name: 'busybox', version: '1.36.1-r2' },
    ],
    [
      'pkg:rpm/almalinux/bash@4.4.20-4.el8?distro=almalinux-8.9&epoch=1',
      'AlmaLinux:8',
      { name: 'bash', version: '1:4.4.20-4.el8' },
    ],
    ['pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', 'Maven', undefined],
  ])('%s', (purl, ecosystem, source) => {
    const { inventory } = read(bom([{ name: 'x', purl }]))
    expect(inventory.components).toHaveLength(1)
    expect([inventory.components[0]!.ecosystem, inventory.components[0]!.source]).toEqual([ecosystem, source])
  })

  test('components without a package URL or a version are a coverage gap', () => {
    const { inventory } = read(
      bom([{ name: 'own' }, { name: 'bad', purl: 'lodash@1' }, { name: 'x', purl: 'pkg:npm/x' }]),
    )
    expect(inventory.components.map(({ name }) => name)).toEqual(['x'])
    expect(inventory.gaps.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('No valid package URL for own, bad'),
      expect.stringContaining('No version of x'),
    ])
  })

  test('nested components and cycles', () => {
    const nested = component('outer', '1.0.0', { components: [component('inner', '2.0.0')] })
    const dependencies = [
      { ref: 'r-outer', dependsOn: ['r-inner'] },
      { ref: 'r-inner', dependsOn: ['r-outer'] },
    ]
    expect(read(bom([nested], { dependencies })).inventory.components).toHaveLength(2)
  })
})

test('SPDX 2.3: packages, relationships and the described product', () => {
  const spdxPackage = (name: string, version: string, type = 'npm') => ({
    SPDXID: `SPDXRef-${name}`,
    name,
    versionInfo: version,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: 'MIT',
    checksums: [{ algorithm: 'SHA1', checksumValue: 'b'.repeat(40) }],
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:${type}/${name}@${version}`,
      },
    ],
  })
  const relationship = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({
    spdxElementId: `SPDXRef-${spdxElementId}`,
    relationshipType,
    relatedSpdxElement: `SPDXRef-${relatedSpdxElement}`,
  })
  const { standard, version, subject, inventory } = read({
    spdxVersion: 'SPDX-2.3',
    name: 'document',
    packages: [
      { SPDXID: 'SPDXRef-shop', name: 'shop' },
      spdxPackage('jinja2', '2.11.2', 'pypi'),
      spdxPackage('mocha', '8.0.0'),
    ],
    relationships: [
      relationship('DOCUMENT', 'DESCRIBES', 'shop'),
      relationship('shop', 'DEPENDS_ON', 'jinja2'),
      relationship('mocha', 'DEV_DEPENDENCY_OF', 'shop'),
    ],
  })
  expect([standard, version, subject]).toEqual(['SPDX', '2.3', 'shop'])
  expect(inventory.components.map(({ purl, scope, direct, licence }) => [purl, scope, direct, licence])).toEqual([
    ['pkg:npm/mocha@8.0.0', 'dev', true, 'MIT'],
    ['pkg:pypi/jinja2@2.11.2', 'runtime', true, 'MIT'],
  ])
  expect(inventory.gaps).toEqual([])
})

test.each([
  [
    'another version',
    { bomFormat: 'CycloneDX', specVersion: '1.3' },
    'specVersion "1.3" is not supported. Use 1.4, 1.5 or 1.6',
  ],
  ['SPDX 3', { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': [] }, 'SPDX 3 is not supported'],
  ['another document', { name: 'x' }, 'neither CycloneDX nor SPDX'],
  ['a list', [], 'must be a CycloneDX or SPDX document'],
  ['XML', '<bom/>', 'the file is XML or HTML'],
  ['a wrong type', bom([7 as never]), 'components[0] must be an object'],
  ['a component without a name', bom([{ type: 'library' }]), 'components[0].name must be the name of the component'],
])('%s is refused', (_name, value, message) => {
  expect(() => read(value)).toThrow(message)
})
