import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding, ReportSeverity } from './report.ts'
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
  severityOf,
  snippetOf,
  TITLE_CHARS_MAX,
} from './text.ts'

const SEVERITIES: Readonly<Record<string, ReportSeverity>> = {
  ERROR: 'HIGH',
  WARNING: 'MEDIUM',
  INFO: 'LOW',
  INVENTORY: 'INFO',
  EXPERIMENT: 'INFO',
}
const CONFIDENCES: Readonly<Record<string, number>> = { HIGH: 0.9, MEDIUM: 0.7, LOW: 0.4 }

/** Reads the JSON output of Semgrep and Opengrep. */
export function readSemgrep(root: ReportNode): ReportContent {
  const findings: ReportedFinding[] = []
  let skipped = 0
  for (const result of root.get('results').required('an array').list()) {
    if (result.get('extra').get('is_ignored').value === true) skipped += 1
    else findings.push(findingOf(result))
  }
  const version = root.get('version').text()
  return { tool: 'Semgrep', toolVersion: version === undefined ? null : oneLine(version, 100), findings, skipped }
}

function findingOf(result: ReportNode): ReportedFinding {
  const ruleId = oneLine(result.get('check_id').required('the id of the rule').text() ?? 'unknown', ID_CHARS_MAX)
  const extra = result.get('extra')
  const metadata = extra.get('metadata')
  const cwe = metadata.get('cwe')
  const cweId = cweOf(cwe.isArray ? cwe.list()[0]?.text() : cwe.text())
  const isSecret =
    /(?:^|[.\-_/])secrets?(?:[.\-_/]|$)/i.test(ruleId) ||
    cweId === 'CWE-798' ||
    cweId === 'CWE-259' ||
    cweId === 'CWE-321'
  const message = extra.get('message').text() ?? ruleId
  const startLine = lineOf(result.get('start').get('line').number())
  const dependency = extra.get('sca_info').get('dependency_match').get('found_dependency')
  const fingerprint = extra.get('fingerprint').text()
  const confidence = metadata.get('confidence').text()?.toUpperCase() ?? ''
  const startColumn = result.get('start').get('col').number()
  const endColumn = result.get('end').get('col').number()
  const sources = metadata.get('references')
  return {
    subject: dependency.isPresent ? 'package' : isSecret ? 'secret' : 'code',
    ruleId,
    severity: severityIn(extra),
    title: titleOf(metadata, message, ruleId),
    description: lines(message, DESCRIPTION_CHARS_MAX),
    ...pathOf(result.get('path').text()),
    startLine,
    endLine: Math.max(startLine, lineOf(result.get('end').get('line').number())),
    ...(startColumn !== undefined && { startColumn: lineOf(startColumn) }),
    ...(endColumn !== undefined && endColumn > 1 && { endColumn: lineOf(endColumn - 1) }),
    // Without a login, Semgrep writes `requires login` instead of the code.
    snippet: isSecret ? undefined : snippetOf(withoutNotice(extra.get('lines').text())),
    confidence: (Object.hasOwn(CONFIDENCES, confidence) ? CONFIDENCES[confidence] : undefined) ?? 0.7,
    cweId,
    cveId: cveOf(
      [metadata.get('cve').value, metadata.get('sca-vuln-database-identifier').value, ruleId].map((value) =>
        typeof value === 'string' ? value : undefined,
      ),
    ),
    ...(dependency.isPresent && {
      package: {
        name: oneLine(dependency.get('package').text() ?? 'unknown', ID_CHARS_MAX),
        version: dependency.get('version').text(),
      },
    }),
    references: linksOf((sources.isArray ? sources.list() : []).map((one) => one.text())),
    stableId: withoutNotice(fingerprint),
  }
}

function withoutNotice(text: string | undefined): string | undefined {
  return text === 'requires login' ? undefined : text
}

function severityIn(extra: ReportNode): ReportSeverity {
  const word = extra.get('severity').text()?.toUpperCase() ?? ''
  const own = Object.hasOwn(SEVERITIES, word) ? SEVERITIES[word] : severityOf(word)
  return own ?? 'MEDIUM'
}

/** The weakness by its name, else the first sentence of the message. */
function titleOf(metadata: ReportNode, message: string, ruleId: string): string {
  const classes = metadata.get('vulnerability_class')
  const weakness = classes.isArray ? classes.list()[0]?.text() : undefined
  const rule = (ruleId.split('.').at(-1) ?? ruleId).replaceAll(/[-_]+/g, ' ')
  if (weakness !== undefined) return oneLine(`${weakness.replace(/ \([^()]*\)$/, '')}: ${rule}`, TITLE_CHARS_MAX)
  const sentence = oneLine(message.split(/\n|(?<=[.!?]) /, 1)[0] ?? '', TITLE_CHARS_MAX).replace(/\.$/, '')
  return sentence === '' ? rule : sentence
}
