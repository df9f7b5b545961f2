import { type Bom, type Component, type ComponentScope, ROOT, sortedComponents, sortedEdges } from './bom.ts'

/** Packages that are used for the build and not shipped are `excluded`: CycloneDX 1.5, component.scope. */
const SCOPE: Readonly<Record<ComponentScope, 'required' | 'optional' | 'excluded'>> = {
  runtime: 'required',
  peer: 'required',
  optional: 'optional',
  dev: 'excluded',
}

/**
 * A bill of materials as CycloneDX 1.5 JSON.
 * @see https://cyclonedx.org/docs/1.5/json/
 */
export function cycloneDx(bom: Bom) {
  const { root, madeAt, id, tool, version = 1, completeness } = bom
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${id}`,
    version,
    metadata: {
      timestamp: madeAt.toISOString(),
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      component: { type: 'application', 'bom-ref': ROOT, ...root },
    },
    components: sortedComponents(bom).map(componentOf),
    dependencies: sortedEdges(bom).map(([ref, dependsOn]) => ({ ref, dependsOn })),
    ...(completeness === undefined ? {} : { compositions: [{ aggregate: completeness, dependencies: [ROOT] }] }),
  }
}

function componentOf(component: Component) {
  const { purl, name, version, scope, direct, hashes = [], locations } = component
  const licenses = licencesOf(component)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    ...(version === undefined ? {} : { version }),
    scope: SCOPE[scope],
    ...(hashes.length === 0 ? {} : { hashes: hashes.map(({ algorithm, hex }) => ({ alg: algorithm, content: hex })) }),
    ...(licenses.length === 0 ? {} : { licenses }),
    purl,
    ...(locations.length === 0
      ? {}
      : { evidence: { occurrences: locations.map((location) => ({ location: locationOf(location) })) } }),
    properties: [
      { name: 'gatehouse:direct', value: String(direct) },
      { name: 'gatehouse:scope', value: scope },
    ],
  }
}

function licencesOf({ licence, licenceNames = [] }: Component) {
  // One expression, or any number of names: the schema does not allow both.
  return licence === undefined ? licenceNames.map((name) => ({ license: { name } })) : [{ expression: licence }]
}

function locationOf({ path, line }: Component['locations'][number]): string {
  return line === undefined ? path : `${path}#${line}`
}
