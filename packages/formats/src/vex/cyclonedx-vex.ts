import { ROOT } from '../sbom/bom.ts'
import {
  sortedStatements,
  type VexDocument,
  type VexJustification,
  type VexStatement,
  type VexStatus,
} from './statement.ts'

/** CycloneDX 1.5, vulnerability.analysis.state. */
const STATE: Readonly<Record<VexStatus, string>> = {
  not_affected: 'not_affected',
  affected: 'exploitable',
  fixed: 'resolved',
  under_investigation: 'in_triage',
}

/** Equivalent terms in CycloneDX 1.5, vulnerability.analysis.justification. */
const JUSTIFICATION: Readonly<Record<VexJustification, string>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  vulnerable_code_cannot_be_controlled_by_adversary: 'requires_environment',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
}

/**
 * Converts statements to a CycloneDX 1.5 vulnerability document. Equivalent to the OpenVEX document of the same statements.
 * @see https://cyclonedx.org/capabilities/vex/
 */
export function cycloneDxVex(document: VexDocument) {
  const { id, product, madeAt, tool, author, version = 1 } = document
  const components = [...new Set(document.statements.map(({ component }) => component))].toSorted()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${id}`,
    version,
    metadata: {
      timestamp: madeAt.toISOString(),
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      authors: [{ name: author }],
      component: {
        type: 'application',
        'bom-ref': ROOT,
        name: product.name,
        ...(product.version === undefined ? {} : { version: product.version }),
      },
    },
    components: components.map((purl) => ({ type: 'library', 'bom-ref': purl, name: nameOf(purl), purl })),
    vulnerabilities: sortedStatements(document).map(vulnerabilityOf),
  }
}

function vulnerabilityOf(statement: VexStatement) {
  const { vulnerability, component, status, justification, impact, action, notes, since } = statement
  const { id, aliases, description, cwes } = vulnerability
  const detail = [impact, action, notes].filter((item) => item !== undefined).join('\n')
  const numbers = cwes
    .map((cwe) => Number(cwe.replace(/^CWE-/, '')))
    .filter((item) => Number.isSafeInteger(item) && item > 0)
  return {
    id,
    source: sourceOf(id),
    ...(aliases.length === 0 ? {} : { references: aliases.map((alias) => ({ id: alias, source: sourceOf(alias) })) }),
    ...(numbers.length === 0 ? {} : { cwes: numbers }),
    ...(description === undefined ? {} : { description }),
    analysis: {
      state: STATE[status],
      ...(justification === undefined ? {} : { justification: JUSTIFICATION[justification] }),
      ...(detail === '' ? {} : { detail }),
      firstIssued: since.toISOString(),
    },
    affects: [{ ref: component }],
  }
}

/** Returns the database of a vulnerability by the format of its id. */
function sourceOf(id: string) {
  if (id.startsWith('CVE-')) return { name: 'NVD', url: `https://nvd.nist.gov/vuln/detail/${id}` }
  if (id.startsWith('GHSA-')) return { name: 'GitHub', url: `https://github.com/advisories/${id}` }
  return { name: 'OSV', url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}` }
}

function nameOf(purl: string): string {
  const path = purl.replace(/^pkg:[^/]*\//, '').replace(/[?#].*$/, '')
  const at = path.lastIndexOf('@')
  return decodeURIComponent(at > 0 ? path.slice(0, at) : path)
}
