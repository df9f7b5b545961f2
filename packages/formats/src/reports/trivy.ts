import { buildPurl } from '../purl/purl.ts'
import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding, ReportSubject } from './report.ts'
import {
  cveOf,
  cweOf,
  DESCRIPTION_CHARS_MAX,
  ID_CHARS_MAX,
  lineOf,
  lines,
  linksOf,
  oneLine,
  pathOf,
  purlOf,
  severityOf,
  snippetOf,
  TITLE_CHARS_MAX,
} from './text.ts'

/** Package types of Trivy's target types, for reports without package URLs. */
const PURL_TYPE: Readonly<Record<string, string>> = {
  npm: 'npm',
  yarn: 'npm',
  pnpm: 'npm',
  'node-pkg': 'npm',
  pip: 'pypi',
  pipenv: 'pypi',
  poetry: 'pypi',
  'python-pkg': 'pypi',
  bundler: 'gem',
  gemspec: 'gem',
  composer: 'composer',
  cargo: 'cargo',
  rustbinary: 'cargo',
  gomod: 'golang',
  gobinary: 'golang',
  jar: 'maven',
  pom: 'maven',
  gradle: 'maven',
  nuget: 'nuget',
}

interface Target {
  readonly node: ReportNode
  readonly path: string
  readonly type: string
  readonly isImage: boolean
  readonly isSystem: boolean
}

/** Reads a Trivy report: schema 2, the list of schema 1, and Kubernetes reports. */
export function readTrivy(root: ReportNode): ReportContent {
  const findings: ReportedFinding[] = []
  let skipped = 0
  const isImage = !root.isArray && /^(?:container_image|image)$/.test(root.get('ArtifactType').text() ?? '')
  for (const node of resultsOf(root)) {
    const target = targetOf(node, isImage)
    for (const item of node.get('Vulnerabilities').list()) {
      // Trivy before 0.20 lists packages without a vulnerability here.
      if (item.get('VulnerabilityID').isPresent) findings.push(vulnerability(item, target))
      else skipped += 1
    }
    for (const item of node.get('Misconfigurations').list()) {
      if ((item.get('Status').text() ?? 'FAIL') === 'FAIL') findings.push(misconfiguration(item, target))
      else skipped += 1
    }
    for (const item of node.get('Secrets').list()) findings.push(secret(item, target))
    for (const item of node.get('Licenses').list()) {
      // Unclassified licenses are an inventory, not a finding.
      const severity = severityOf(item.get('Severity').text())
      if (severity === undefined || severity === 'LOW') skipped += 1
      else findings.push(license(item, target))
    }
  }
  const version = root.isArray ? undefined : root.get('Trivy').get('Version').text()
  return { tool: 'Trivy', toolVersion: version === undefined ? null : oneLine(version, 100), findings, skipped }
}

function resultsOf(root: ReportNode): readonly ReportNode[] {
  if (root.isArray) return root.list()
  const resources = [
    ...root.get('Resources').list(),
    ...root.get('Vulnerabilities').list(),
    ...root.get('Misconfigurations').list(),
  ]
  return [...root.get('Results').list(), ...resources.flatMap((resource) => resource.get('Results').list())]
}

function targetOf(node: ReportNode, isImage: boolean): Target {
  const type = node.get('Type').text() ?? ''
  const kind = node.get('Class').text() ?? ''
  const isSystem = kind === 'os-pkgs' || (kind === '' && /\(.+\)$/.test(node.get('Target').text() ?? ''))
  return { node, path: node.get('Target').text() ?? '', type, isImage, isSystem }
}

function vulnerability(item: ReportNode, { path, type, isImage, isSystem }: Target): ReportedFinding {
  const id = oneLine(
    item.get('VulnerabilityID').required('the name of the vulnerability').text() ?? 'unknown',
    ID_CHARS_MAX,
  )
  const name = oneLine(item.get('PkgName').required('the name of the package').text() ?? 'unknown', ID_CHARS_MAX)
  const version = item.get('InstalledVersion').text()
  const fixedVersion = item.get('FixedVersion').text()
  const summary = item.get('Title').text() ?? id
  const purl = purlOf(item.get('PkgIdentifier').get('PURL').text()) ?? purlFrom(type, name, version)
  const file = item.get('PkgPath').text() ?? (isSystem ? undefined : path)
  return {
    subject: isSystem || isImage ? 'image' : 'package',
    ruleId: id,
    severity: severityOf(item.get('Severity').text()) ?? 'MEDIUM',
    title: oneLine(`${name} ${version ?? ''}: ${summary.replace(`${name}: `, '')}`, TITLE_CHARS_MAX),
    description: lines(item.get('Description').text() ?? summary, DESCRIPTION_CHARS_MAX),
    ...pathOf(file),
    startLine: 1,
    endLine: 1,
    confidence: 0.9,
    cweId: cweOf(item.get('CweIDs').list()[0]?.text()),
    cveId: cveOf([
      id,
      ...item
        .get('VendorIDs')
        .list()
        .map((one) => one.text()),
    ]),
    cvss: scoreOf(item.get('CVSS')),
    package: {
      name,
      ...(version !== undefined && { version: oneLine(version, 200) }),
      ...(fixedVersion !== undefined && { fixedVersion: oneLine(fixedVersion, 200) }),
      purl,
    },
    references: linksOf([
      item.get('PrimaryURL').text(),
      ...item
        .get('References')
        .list()
        .map((one) => one.text()),
    ]),
  }
}

function scoreOf(cvss: ReportNode): number | undefined {
  const all = cvss.entries().flatMap(([, one]) => one.get('V40Score').number() ?? one.get('V3Score').number() ?? [])
  const valid = all.filter((score) => score >= 0 && score <= 10)
  return valid.length === 0 ? undefined : Math.max(...valid)
}

function purlFrom(type: string, name: string, version: string | undefined): string | undefined {
  const of = Object.hasOwn(PURL_TYPE, type) ? PURL_TYPE[type] : undefined
  if (of === undefined) return undefined
  const at = of === 'maven' ? name.indexOf(':') : name.lastIndexOf('/')
  const parts = at === -1 ? { name } : { namespace: name.slice(0, at), name: name.slice(at + 1) }
  try {
    return buildPurl({ type: of, ...parts, version })
  } catch {
    return undefined
  }
}

function misconfiguration(item: ReportNode, { path, type }: Target): ReportedFinding {
  const id = oneLine(
    item.get('AVDID').text() ?? item.get('ID').required('the id of the check').text() ?? 'unknown',
    ID_CHARS_MAX,
  )
  const cause = item.get('CauseMetadata')
  const startLine = lineOf(cause.get('StartLine').number())
  const subject: ReportSubject = /^(?:kubernetes|helm)$/.test(type) ? 'kubernetes' : 'configuration'
  const code = cause
    .get('Code')
    .get('Lines')
    .list()
    .map((one) => one.get('Content').text() ?? '')
  const parts = [item.get('Message').text(), item.get('Description').text(), item.get('Resolution').text()]
  return {
    subject,
    ruleId: id,
    severity: severityOf(item.get('Severity').text()) ?? 'MEDIUM',
    title: oneLine(item.get('Title').text() ?? id, TITLE_CHARS_MAX),
    description: lines(parts.filter((part) => part !== undefined).join('\n\n'), DESCRIPTION_CHARS_MAX),
    ...pathOf(path),
    startLine,
    endLine: Math.max(startLine, lineOf(cause.get('EndLine').number())),
    snippet: snippetOf(code.join('\n')),
    confidence: 0.9,
    references: linksOf([
      item.get('PrimaryURL').text(),
      ...item
        .get('References')
        .list()
        .map((one) => one.text()),
    ]),
  }
}

/** The matched line is left out: Trivy masks the value, but not always its neighbours. */
function secret(item: ReportNode, { path }: Target): ReportedFinding {
  const id = oneLine(item.get('RuleID').required('the id of the rule').text() ?? 'unknown', ID_CHARS_MAX)
  const startLine = lineOf(item.get('StartLine').number())
  const title = oneLine(item.get('Title').text() ?? id, TITLE_CHARS_MAX)
  return {
    subject: 'secret',
    ruleId: id,
    severity: severityOf(item.get('Severity').text()) ?? 'HIGH',
    title: `Hard-coded credential: ${title}`,
    description: `${title} in the file. Revoke the credential, and load its replacement from the environment or a secret manager.`,
    ...pathOf(path),
    startLine,
    endLine: Math.max(startLine, lineOf(item.get('EndLine').number())),
    confidence: 0.8,
    cweId: 'CWE-798',
  }
}

function license(item: ReportNode, { path }: Target): ReportedFinding {
  const name = oneLine(item.get('Name').text() ?? 'unknown', ID_CHARS_MAX)
  const of = item.get('PkgName').text()
  const subject = of === undefined ? (item.get('FilePath').text() ?? path) : of
  return {
    subject: 'package',
    ruleId: `license/${name}`,
    severity: severityOf(item.get('Severity').text()) ?? 'LOW',
    title: oneLine(`License ${name}: ${subject}`, TITLE_CHARS_MAX),
    description: lines(
      `${subject} has the license ${name} of the category ${item.get('Category').text() ?? 'unknown'}.`,
      DESCRIPTION_CHARS_MAX,
    ),
    ...pathOf(item.get('FilePath').text() ?? path),
    startLine: 1,
    endLine: 1,
    confidence: item.get('Confidence').number() ?? 0.8,
    ...(of !== undefined && { package: { name: oneLine(of, ID_CHARS_MAX) } }),
    references: linksOf([item.get('Link').text()]),
  }
}
