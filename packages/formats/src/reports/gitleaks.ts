import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding } from './report.ts'
import { ID_CHARS_MAX, lineOf, oneLine, pathOf, TITLE_CHARS_MAX } from './text.ts'

/** Reads the JSON report of gitleaks 7 and later. The secret, its line and the commit message are never returned. */
export function readGitleaks(root: ReportNode): ReportContent {
  const findings = root.list().map(findingOf)
  return { tool: 'gitleaks', toolVersion: null, findings, skipped: 0 }
}

function findingOf(item: ReportNode): ReportedFinding {
  // Version 7 has lower-case names, and `rule` with a description.
  const named = (name: string, former: string) => (item.get(name).isPresent ? item.get(name) : item.get(former))
  const path = named('File', 'file').required('a path').text()
  const startLine = lineOf(named('StartLine', 'lineNumber').number())
  const rule = named('RuleID', 'rule').text() ?? named('Description', 'rule').text() ?? 'unknown'
  const value = named('Secret', 'offender').text()
  const description = named('Description', 'rule').text() ?? rule
  const title = withoutValue(oneLine(description, TITLE_CHARS_MAX), value).replace(/\.$/, '')
  const commit = named('Commit', 'commit').text()
  const isHash = commit !== undefined && /^[0-9a-f]{7,64}$/i.test(commit)
  const startColumn = item.get('StartColumn').number()
  return {
    subject: 'secret',
    ruleId: withoutValue(oneLine(rule, ID_CHARS_MAX), value),
    severity: 'HIGH',
    title: `Hard-coded credential: ${title}`,
    description:
      `${title}.${isHash ? ` Found in commit ${commit}.` : ''} Revoke the credential, remove it from the git history, and ` +
      'load its replacement from the environment or a secret manager.',
    ...pathOf(path),
    startLine,
    endLine: Math.max(startLine, lineOf(item.get('EndLine').number())),
    ...(startColumn !== undefined && { startColumn: lineOf(startColumn) }),
    confidence: 0.8,
    cweId: 'CWE-798',
    ...(isHash && { stableId: `${commit} ${oneLine(path ?? '', ID_CHARS_MAX)}` }),
  }
}

/** Own limit: shorter values would also remove unrelated text. */
const VALUE_CHARS_MIN = 4

function withoutValue(text: string, value: string | undefined): string {
  return value === undefined || value.length < VALUE_CHARS_MIN ? text : text.replaceAll(value, '****')
}
