import { createHash } from 'node:crypto'
import {
  type Bom,
  type BomCompleteness,
  type Component,
  type HashAlgorithm,
  ROOT,
  sortedComponents,
  sortedEdges,
} from './bom.ts'

const DOCUMENT = 'SPDXRef-DOCUMENT'
const PROJECT = 'SPDXRef-Project'
const NOTHING_SAID = 'NOASSERTION'

const COMMENT: Readonly<Record<BomCompleteness, string>> = {
  complete: 'All package files in the source were read.',
  incomplete: 'Some package files in the source could not be read, so packages may be missing.',
  unknown: 'The scan did not analyze packages, so an empty list does not mean that there are none.',
}

/** SPDX spells without the hyphen. */
const ALGORITHM: Readonly<Record<HashAlgorithm, string>> = {
  MD5: 'MD5',
  'SHA-1': 'SHA1',
  'SHA-256': 'SHA256',
  'SHA-384': 'SHA384',
  'SHA-512': 'SHA512',
}

/**
 * A bill of materials as SPDX 2.3 JSON, with every edge of the graph as a relationship.
 * @see https://spdx.github.io/spdx-spec/v2.3/
 */
export function spdx(bom: Bom) {
  const { root, madeAt, id, tool, version = 1, completeness } = bom
  const components = sortedComponents(bom)
  const ids = new Map([[ROOT, PROJECT], ...components.map(({ purl }) => [purl, packageId(purl)] as const)])
  const scopes = new Map(components.map(({ purl, scope }) => [purl, scope]))
  const licences = namedLicences(components)
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: DOCUMENT,
    name: root.name,
    // The format has no versions: each is a document of its own.
    documentNamespace: `https://spdx.org/spdxdocs/${encodeURIComponent(root.name)}-${id}${version === 1 ? '' : `-${version}`}`,
    ...(completeness === undefined ? {} : { comment: COMMENT[completeness] }),
    creationInfo: {
      // The format has no fractions of seconds.
      created: madeAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: ${tool.name}-${tool.version}`],
    },
    packages: [projectOf(bom), ...components.map((component) => packageOf(component, ids, licences))],
    relationships: [
      { spdxElementId: DOCUMENT, relationshipType: 'DESCRIBES', relatedSpdxElement: PROJECT },
      ...sortedEdges(bom).flatMap(([from, to]) =>
        to.map((item) => relationship(ids.get(from)!, ids.get(item)!, scopes.get(item) === 'dev' && from === ROOT)),
      ),
    ],
    ...(licences.size === 0
      ? {}
      : {
          hasExtractedLicensingInfos: [...licences].map(([name, licenseId]) => ({
            licenseId,
            name,
            extractedText: name,
          })),
        }),
  }
}

function relationship(from: string, to: string, isDev: boolean) {
  return isDev
    ? { spdxElementId: to, relationshipType: 'DEV_DEPENDENCY_OF', relatedSpdxElement: from }
    : { spdxElementId: from, relationshipType: 'DEPENDS_ON', relatedSpdxElement: to }
}

function projectOf({ root }: Bom) {
  return {
    SPDXID: PROJECT,
    name: root.name,
    ...(root.version === undefined ? {} : { versionInfo: root.version }),
    ...UNKNOWN,
    licenseDeclared: NOTHING_SAID,
    primaryPackagePurpose: 'APPLICATION',
  }
}

const UNKNOWN = {
  downloadLocation: NOTHING_SAID,
  filesAnalyzed: false,
  licenseConcluded: NOTHING_SAID,
  copyrightText: NOTHING_SAID,
}

function packageOf(component: Component, ids: ReadonlyMap<string, string>, licences: ReadonlyMap<string, string>) {
  const { purl, name, version, hashes = [], licence, licenceNames = [] } = component
  const named = licenceNames.map((licenceName) => licences.get(licenceName)!)
  return {
    SPDXID: ids.get(purl)!,
    name,
    ...(version === undefined ? {} : { versionInfo: version }),
    ...UNKNOWN,
    licenseDeclared: licence ?? (named.length === 0 ? NOTHING_SAID : named.join(' AND ')),
    ...(hashes.length === 0
      ? {}
      : { checksums: hashes.map(({ algorithm, hex }) => ({ algorithm: ALGORITHM[algorithm], checksumValue: hex })) }),
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
    primaryPackagePurpose: 'LIBRARY',
  }
}

/** SPDX ids contain only letters, digits, dots and hyphens; the digest keeps ids unique after other characters were removed. */
function packageId(purl: string): string {
  const digest = createHash('sha256').update(purl).digest('hex').slice(0, 12)
  return `SPDXRef-Package-${purl.slice('pkg:'.length).replace(/[^A-Za-z0-9.-]+/g, '-')}-${digest}`
}

/** Words about licences that are no SPDX expression, each under an id of its own. */
function namedLicences(components: readonly Component[]): ReadonlyMap<string, string> {
  const names = components.flatMap(({ licence, licenceNames = [] }) => (licence === undefined ? licenceNames : []))
  return new Map([...new Set(names)].map((name, at) => [name, `LicenseRef-${at + 1}`]))
}
