import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding, ReportedPackage } from './report.ts'
import {
  cveOf,
  cweOf,
  DESCRIPTION_CHARS_MAX,
  ID_CHARS_MAX,
  lines,
  linksOf,
  oneLine,
  purlOf,
  severityOf,
  severityOfScore,
  TITLE_CHARS_MAX,
  worst,
} from './text.ts'

/** States of a VEX analysis in which the product is not vulnerable. */
const NOT_AFFECTED = new Set(['not_affected', 'false_positive', 'resolved', 'resolved_with_pedigree'])

/** Own limit of nested components. */
const COMPONENT_DEPTH_MAX = 50

/** Reads the vulnerabilities of a CycloneDX document, one finding per affected component. */
export function readCycloneDx(root: ReportNode): ReportContent {
  const components = new Map<string, ReportedPackage>()
  collect(root.get('components').list(), components, 0)
  const own = root.get('metadata').get('component')
  if (own.isPresent) collect([own], components, 0)
  const findings: ReportedFinding[] = []
  let skipped = 0
  for (const item of root.get('vulnerabilities').list()) {
    if (NOT_AFFECTED.has(item.get('analysis').get('state').text() ?? '')) {
      skipped += 1
      continue
    }
    const affected = item.get('affects').list()
    const packages = affected.map((one) => packageOf(one.get('ref').text(), components))
    for (const of of packages.length === 0 ? [undefined] : packages) findings.push(findingOf(item, of))
  }
  return { ...toolOf(root), findings, skipped }
}

function collect(nodes: readonly ReportNode[], components: Map<string, ReportedPackage>, depth: number): void {
  if (depth > COMPONENT_DEPTH_MAX) return
  for (const node of nodes) {
    const group = node.get('group').text()
    const name = node.get('name').text() ?? ''
    const purl = purlOf(node.get('purl').text())
    const version = node.get('version').text()
    const reference = node.get('bom-ref').text() ?? purl
    if (reference !== undefined) {
      components.set(reference, {
        name: oneLine(group === undefined ? name : `${group}/${name}`, ID_CHARS_MAX),
        ...(version !== undefined && { version: oneLine(version, ID_CHARS_MAX) }),
        ...(purl !== undefined && { purl }),
      })
    }
    collect(node.get('components').list(), components, depth + 1)
  }
}

/** A reference is a `bom-ref`, a package URL, or a BOM-Link `urn:cdx:…#ref`. */
function packageOf(reference: string | undefined, components: ReadonlyMap<string, ReportedPackage>): ReportedPackage {
  if (reference === undefined) return { name: 'unknown' }
  const local = /^urn:cdx:[^#]*#(.+)$/.exec(reference)?.[1] ?? reference
  const found = components.get(reference) ?? components.get(local) ?? components.get(decoded(local))
  if (found !== undefined) return found
  const purl = purlOf(local)
  return { name: oneLine(local, ID_CHARS_MAX), ...(purl !== undefined && { purl }) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function findingOf(item: ReportNode, of: ReportedPackage | undefined): ReportedFinding {
  const id = oneLine(item.get('id').required('the name of the vulnerability').text() ?? 'unknown', ID_CHARS_MAX)
  const ratings = item.get('ratings').list()
  const scores = ratings.flatMap((rating) => rating.get('score').number() ?? [])
  const cvss = scores.length === 0 ? undefined : Math.max(...scores)
  const rated = worst(ratings.map((rating) => severityOf(rating.get('severity').text())))
  const aliases = item
    .get('references')
    .list()
    .flatMap((one) => one.get('id').text() ?? [])
  const text = item.get('description').text() ?? item.get('detail').text()
  const name = of === undefined ? '' : `${of.name} ${of.version ?? ''}`.trim()
  const summary = text === undefined ? id : oneLine(text.split(/\n|(?<=[.!?]) /, 1)[0] ?? id, TITLE_CHARS_MAX)
  const recommendation = item.get('recommendation').text()
  const description = [text ?? `${id} affects ${name}.`, recommendation]
    .filter((part) => part !== undefined)
    .join('\n\n')
  return {
    subject: 'package',
    ruleId: id,
    severity: rated ?? severityOfScore(cvss) ?? 'MEDIUM',
    title: oneLine(name === '' ? summary : `${name}: ${summary}`, TITLE_CHARS_MAX),
    description: lines(description, DESCRIPTION_CHARS_MAX),
    filePath: '',
    startLine: 1,
    endLine: 1,
    confidence: 0.9,
    cweId: cweOf(item.get('cwes').list()[0]?.text()),
    cveId: cveOf([id, ...aliases]),
    aliases: aliases.map((alias) => oneLine(alias, ID_CHARS_MAX)),
    cvss: cvss !== undefined && cvss >= 0 && cvss <= 10 ? cvss : undefined,
    package: of,
    references: linksOf([
      item.get('source').get('url').text(),
      ...item
        .get('advisories')
        .list()
        .map((one) => one.get('url').text()),
    ]),
  }
}

function toolOf(root: ReportNode): { readonly tool: string; readonly toolVersion: string | null } {
  const tools = root.get('metadata').get('tools')
  const list = tools.isArray ? tools.list() : [...tools.get('components').list(), ...tools.get('services').list()]
  const [first] = list
  const version = first?.get('version').text()
  return {
    tool: oneLine(first?.get('name').text() ?? 'CycloneDX', 100),
    toolVersion: version === undefined ? null : oneLine(version, 100),
  }
}
