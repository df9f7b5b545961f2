import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding, ReportSeverity } from './report.ts'
import { cweOf, DESCRIPTION_CHARS_MAX, ID_CHARS_MAX, linksOf, oneLine, TITLE_CHARS_MAX, withoutTags } from './text.ts'

const RISKS: readonly ReportSeverity[] = ['INFO', 'LOW', 'MEDIUM', 'HIGH']
/** False positive, low, medium, high, confirmed. */
const CONFIDENCES = [0, 0.4, 0.7, 0.9, 1] as const
const URL_CHARS_MAX = 2_000

/** Reads the traditional JSON report of ZAP, one finding per URL, method and parameter. */
export function readZap(root: ReportNode): ReportContent {
  const findings: ReportedFinding[] = []
  let skipped = 0
  const sites = root.get('site').required('a list of sites')
  for (const site of sites.isArray ? sites.list() : [sites]) {
    for (const alert of site.get('alerts').list()) {
      const instances = alert.get('instances').list()
      // ZAP marks false positives with confidence 0.
      if (alert.get('confidence').number() === 0) skipped += Math.max(1, instances.length)
      else if (instances.length === 0) findings.push(findingOf(alert, site.get('@name').text() ?? '', undefined))
      else for (const one of instances) findings.push(findingOf(alert, one.get('uri').text() ?? '', one))
    }
  }
  const version = root.get('@version').text()
  return { tool: 'ZAP', toolVersion: version === undefined ? null : oneLine(version, 100), findings, skipped }
}

function findingOf(alert: ReportNode, address: string, instance: ReportNode | undefined): ReportedFinding {
  const id = oneLine(
    alert.get('alertRef').text() ?? alert.get('pluginid').required('the id of the rule').text() ?? '0',
    ID_CHARS_MAX,
  )
  const name = withoutTags(alert.get('name').text() ?? alert.get('alert').text() ?? id)
  const url = oneLine(withoutQuery(address), URL_CHARS_MAX)
  const method = oneLine(instance?.get('method').text() ?? 'GET', 20).toUpperCase()
  const parameter = oneLine(instance?.get('param').text() ?? '', ID_CHARS_MAX)
  const solution = withoutTags(alert.get('solution').text() ?? '')
  const cwe = alert.get('cweid').text()
  const references = withoutTags(alert.get('reference').text() ?? '').split(/\s+/)
  return {
    subject: 'web',
    ruleId: id,
    severity: RISKS[alert.get('riskcode').number() ?? 2] ?? 'MEDIUM',
    title: oneLine(name, TITLE_CHARS_MAX),
    description: [withoutTags(alert.get('desc').text() ?? name), solution]
      .filter((part) => part !== '')
      .join('\n\n')
      .slice(0, DESCRIPTION_CHARS_MAX),
    filePath: pathnameOf(url),
    startLine: 1,
    endLine: 1,
    confidence: CONFIDENCES[alert.get('confidence').number() ?? 2] ?? 0.7,
    cweId: cwe === '-1' || cwe === '0' ? undefined : cweOf(cwe),
    request: { url, method, ...(parameter !== '' && { parameter }) },
    references: linksOf(references),
  }
}

/** Values of a query may be attacks, session ids or personal data; the parameter is reported apart. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z]{3,10}:\/\/)[^/@\s]*@/i, '$1')
}

function pathnameOf(url: string): string {
  return URL.parse(url)?.pathname ?? '/'
}
