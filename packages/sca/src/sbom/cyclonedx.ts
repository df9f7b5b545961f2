import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { type ReportNode, reportFailure } from '@gatehouse/formats/reports'
import { hashOf, type SbomComponent, type SbomDocument } from './document.ts'

const VERSIONS = /^1\.[4-6]$/
/** Own limit of nested components. */
const DEPTH_MAX = 50
/** Kinds of components that are packages only with a package URL: products, images, lock files. */
const CONTAINERS = new Set(['application', 'container', 'operating-system', 'platform'])
/** Kinds of components that are no packages. */
const NO_PACKAGES = new Set(['file', 'device', 'data', 'cryptographic-asset', 'machine-learning-model'])

/** Reads CycloneDX 1.4 to 1.6. */
export function readCycloneDxBom(root: ReportNode): SbomDocument {
  const version = root.get('specVersion').text() ?? ''
  if (!VERSIONS.test(version))
    throw reportFailure(`specVersion "${version.slice(0, 20)}" is not supported. Use 1.4, 1.5 or 1.6`)
  const components: SbomComponent[] = []
  collect(root.get('components').list(), components, 0)
  const subject = root.get('metadata').get('component')
  const subjectKey = subject.isPresent ? keyOf(subject) : undefined
  const scopes = new Map(components.map(({ key, scope }) => [key, scope ?? 'runtime']))
  const edges = root
    .get('dependencies')
    .list()
    .flatMap((item) => {
      const from = item.get('ref').text()
      if (from === undefined) return []
      return item
        .get('dependsOn')
        .list()
        .flatMap((one) => edgeTo(from, one.text(), scopes))
    })
  return {
    standard: 'CycloneDX',
    version,
    subject: subject.get('name').text(),
    components,
    edges,
    roots: new Set(subjectKey === undefined ? [] : [subjectKey]),
  }
}

function edgeTo(
  from: string,
  to: string | undefined,
  scopes: ReadonlyMap<string, ComponentScope>,
): SbomDocument['edges'] {
  return to === undefined ? [] : [{ from, to, scope: scopes.get(to) ?? 'runtime' }]
}

function collect(nodes: readonly ReportNode[], components: SbomComponent[], depth: number): void {
  if (depth > DEPTH_MAX) throw reportFailure(`more than ${DEPTH_MAX} nested components`)
  for (const node of nodes) {
    const type = node.get('type').text() ?? ''
    const isPackage = !NO_PACKAGES.has(type) && (!CONTAINERS.has(type) || node.get('purl').isPresent)
    if (isPackage) components.push(componentOf(node))
    collect(node.get('components').list(), components, depth + 1)
  }
}

function componentOf(node: ReportNode): SbomComponent {
  const group = node.get('group').text()
  const name = node.get('name').required('the name of the component').text() ?? ''
  const hashes = node
    .get('hashes')
    .list()
    .flatMap((one) => hashOf(one.get('alg').text(), one.get('content').text()))
  return {
    key: keyOf(node),
    name: group === undefined ? name : `${group}/${name}`,
    version: node.get('version').text(),
    purl: node.get('purl').text(),
    licence: licenceOf(node),
    hashes,
    scope: scopeOf(node.get('scope').text()),
  }
}

function keyOf(node: ReportNode): string {
  const named = `${node.get('group').text() ?? ''}/${node.get('name').text() ?? ''}@${node.get('version').text() ?? ''}`
  return node.get('bom-ref').text() ?? node.get('purl').text() ?? named
}

/** `excluded`: used for development or testing only. */
function scopeOf(word: string | undefined): ComponentScope | undefined {
  if (word === 'optional') return 'optional'
  return word === 'excluded' ? 'dev' : undefined
}

function licenceOf(node: ReportNode): string | undefined {
  const all = node
    .get('licenses')
    .list()
    .flatMap((one) => {
      const licence = one.get('license')
      return one.get('expression').text() ?? licence.get('id').text() ?? licence.get('name').text() ?? []
    })
  return all.length === 0
    ? undefined
    : all.map((text) => (all.length > 1 && / or /i.test(text) ? `(${text})` : text)).join(' AND ')
}
