import { buildPurl } from '../purl/purl.ts'
import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding } from './report.ts'
import {
  cveOf,
  cweOf,
  DESCRIPTION_CHARS_MAX,
  ID_CHARS_MAX,
  lines,
  linksOf,
  oneLine,
  severityOf,
  TITLE_CHARS_MAX,
} from './text.ts'

/** File of the findings: the report does not name the lock file. */
const LOCK_FILE = 'package-lock.json'

/** Reads `npm audit --json` of npm 6 (`advisories`) and of later versions (`vulnerabilities`). */
export function readNpmAudit(root: ReportNode): ReportContent {
  const failed = root.get('error')
  if (failed.isPresent && !root.get('vulnerabilities').isPresent) throw failed.wrong('absent: the audit itself failed')
  const advisories = root
    .get('advisories')
    .entries()
    .map(([, advisory]) => advisory)
  const findings = root.get('vulnerabilities').isPresent ? current(root) : advisories.flatMap(former)
  return { tool: 'npm audit', toolVersion: null, findings, skipped: 0 }
}

function current(root: ReportNode): readonly ReportedFinding[] {
  return root
    .get('vulnerabilities')
    .entries()
    .flatMap(([key, item]) => {
      const name = item.get('name').text() ?? key
      // A text names another vulnerable package, which has its own entry.
      return item
        .get('via')
        .list()
        .filter((via) => via.isObject)
        .map((via) => findingOf(via, { name: via.get('dependency').text() ?? name, fixedVersion: fixOf(item, name) }))
    })
}

function fixOf(item: ReportNode, name: string): string | undefined {
  const fix = item.get('fixAvailable')
  return fix.isObject && fix.get('name').text() === name ? fix.get('version').text() : undefined
}

function former(advisory: ReportNode): readonly ReportedFinding[] {
  const name = advisory.get('module_name').required('the name of the package').text() ?? 'unknown'
  const versions = advisory
    .get('findings')
    .list()
    .flatMap((one) => one.get('version').text() ?? [])
  return (versions.length === 0 ? [undefined] : [...new Set(versions)]).map((version) =>
    findingOf(advisory, { name, version }),
  )
}

function findingOf(
  advisory: ReportNode,
  {
    name,
    version,
    fixedVersion,
  }: { readonly name: string; readonly version?: string | undefined; readonly fixedVersion?: string | undefined },
): ReportedFinding {
  const url = advisory.get('url').text()
  const ghsa = /\bGHSA(?:-[0-9a-z]{4}){3}\b/i.exec(advisory.get('github_advisory_id').text() ?? url ?? '')?.[0]
  const id = ghsa ?? advisory.get('source').text() ?? advisory.get('id').text() ?? 'unknown'
  const summary = advisory.get('title').text() ?? id
  const range = advisory.get('range').text() ?? advisory.get('vulnerable_versions').text()
  const cwe = advisory.get('cwe')
  const cves = advisory
    .get('cves')
    .list()
    .map((one) => one.text())
  const score = advisory.get('cvss').get('score').number()
  const affected = range === undefined ? '' : ` The versions ${range} are affected.`
  const overview = advisory.get('overview').text() ?? `${summary}.${affected}`
  const recommendation = advisory.get('recommendation').text()
  const purl = purlFor(name, version)
  return {
    subject: 'package',
    ruleId: oneLine(ghsa ?? `npm-${id}`, ID_CHARS_MAX),
    severity: severityOf(advisory.get('severity').text()) ?? 'MEDIUM',
    title: oneLine(`${name}${version === undefined ? '' : ` ${version}`}: ${summary}`, TITLE_CHARS_MAX),
    description: lines(
      [overview, recommendation].filter((part) => part !== undefined).join('\n\n'),
      DESCRIPTION_CHARS_MAX,
    ),
    filePath: LOCK_FILE,
    startLine: 1,
    endLine: 1,
    confidence: 0.9,
    cweId: cweOf(cwe.isArray ? cwe.list()[0]?.text() : cwe.text()),
    cveId: cveOf(cves),
    cvss: score !== undefined && score > 0 && score <= 10 ? score : undefined,
    package: {
      name: oneLine(name, ID_CHARS_MAX),
      ...(version !== undefined && { version: oneLine(version, 200) }),
      ...(fixedVersion !== undefined && { fixedVersion: oneLine(fixedVersion, 200) }),
      purl,
    },
    references: linksOf([url]),
  }
}

function purlFor(name: string, version: string | undefined): string | undefined {
  const at = name.lastIndexOf('/')
  const parts = at === -1 ? { name } : { namespace: name.slice(0, at), name: name.slice(at + 1) }
  try {
    return buildPurl({ type: 'npm', ...parts, version })
  } catch {
    return undefined
  }
}
