import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { type ReportNode, reportFailure } from '@gatehouse/formats/reports'
import { hashOf, type SbomComponent, type SbomDocument } from './document.ts'

const VERSIONS = /^SPDX-2\.[23]$/

/** Relationships from a package to its dependency. */
const FORWARD: Readonly<Record<string, ComponentScope>> = {
  DEPENDS_ON: 'runtime',
  CONTAINS: 'runtime',
  STATIC_LINK: 'runtime',
  DYNAMIC_LINK: 'runtime',
  HAS_PREREQUISITE: 'runtime',
}
/** Relationships from a dependency to its user. */
const BACKWARD: Readonly<Record<string, ComponentScope>> = {
  DEPENDENCY_OF: 'runtime',
  RUNTIME_DEPENDENCY_OF: 'runtime',
  CONTAINED_BY: 'runtime',
  PREREQUISITE_FOR: 'runtime',
  DEV_DEPENDENCY_OF: 'dev',
  DEV_TOOL_OF: 'dev',
  BUILD_DEPENDENCY_OF: 'dev',
  BUILD_TOOL_OF: 'dev',
  TEST_DEPENDENCY_OF: 'dev',
  TEST_TOOL_OF: 'dev',
  OPTIONAL_DEPENDENCY_OF: 'optional',
  PROVIDED_DEPENDENCY_OF: 'peer',
}
const DOCUMENT = 'SPDXRef-DOCUMENT'

/** Reads SPDX 2.2 and 2.3. */
export function readSpdxDocument(root: ReportNode): SbomDocument {
  const version = root.get('spdxVersion').text() ?? ''
  if (!VERSIONS.test(version))
    throw reportFailure(`spdxVersion "${version.slice(0, 20)}" is not supported. Use SPDX-2.3`)
  const relationships = root.get('relationships').list()
  const roots = new Set(
    root
      .get('documentDescribes')
      .list()
      .flatMap((one) => one.text() ?? []),
  )
  const edges: SbomDocument['edges'][number][] = []
  for (const item of relationships) {
    const from = item.get('spdxElementId').text()
    const to = item.get('relatedSpdxElement').text()
    const type = item.get('relationshipType').text() ?? ''
    if (from === undefined || to === undefined) continue
    if (type === 'DESCRIBES' && from === DOCUMENT) roots.add(to)
    else if (type === 'DESCRIBED_BY' && to === DOCUMENT) roots.add(from)
    else if (Object.hasOwn(FORWARD, type)) edges.push({ from, to, scope: FORWARD[type]! })
    else if (Object.hasOwn(BACKWARD, type)) edges.push({ from: to, to: from, scope: BACKWARD[type]! })
  }
  const all = root.get('packages').list().map(componentOf)
  // A single described package is the product; several are its parts.
  const [only] = roots
  const product = roots.size === 1 ? all.find(({ key }) => key === only) : undefined
  return {
    standard: 'SPDX',
    version: version.slice('SPDX-'.length),
    subject: product?.name ?? root.get('name').text(),
    components: product === undefined || all.length === 1 ? all : all.filter((item) => item !== product),
    edges,
    roots: product === undefined || all.length === 1 ? new Set([DOCUMENT]) : new Set([product.key, DOCUMENT]),
  }
}

function componentOf(node: ReportNode): SbomComponent {
  const name = node.get('name').required('the name of the package').text() ?? ''
  const references = node.get('externalRefs').list()
  const purl = references
    .find((one) => one.get('referenceType').text() === 'purl')
    ?.get('referenceLocator')
    .text()
  const hashes = node
    .get('checksums')
    .list()
    .flatMap((one) => hashOf(one.get('algorithm').text(), one.get('checksumValue').text()))
  const licence = stated(node.get('licenseConcluded').text()) ?? stated(node.get('licenseDeclared').text())
  const key = node.get('SPDXID').required('the id of the package').text() ?? ''
  return { key, name, version: stated(node.get('versionInfo').text()), purl, licence, hashes, scope: undefined }
}

function stated(text: string | undefined): string | undefined {
  return text === 'NOASSERTION' || text === 'NONE' ? undefined : text
}
