import type { Report, ReportFinding } from '@gatehouse/contracts/reports'
import {
  CATEGORY_HEADS,
  categoriesText,
  categoryRows,
  declareRows,
  headOf,
  SCORING,
  SCORING_GUIDE,
  surenessOf,
  withoutFindings,
} from './told.ts'

/** A proof is shown so far; the other formats have all of it. */
const SHOWN_CHARS_MAX = 2_000

/**
 * Yields a report as Markdown, for merge requests and wikis: its content is escaped text, never markup, links or images.
 * @returns pieces, in order
 */
export function* reportMarkdown(report: Report): Generator<string> {
  yield `# Red team: ${escaped(report.targetUrl)}\n\n`
  yield `${headOf(report)
    .map(([name, value]) => `- **${name}:** ${escaped(value)}`)
    .join('\n')}\n\n`
  yield `${escaped(SCORING)} Guide: \`${SCORING_GUIDE}\`\n\n`
  const settings = declareRows(report.summary)
  if (settings.length > 0) {
    const lines = settings.map(([setting, text]) => `- \`${setting}\`: ${escaped(text)}`)
    yield `## Settings that make inconclusive attacks judgeable\n\n${lines.join('\n')}\n\n`
  }
  yield `## Findings (${report.findings.length})\n\n`
  if (report.findings.length === 0) yield `${escaped(withoutFindings(report))}\n\n`
  for (const finding of report.findings) yield findingText(finding)
  yield `## By category\n\n${table(CATEGORY_HEADS, categoryRows(report))}\n`
  if (report.notTested.length > 0) {
    const lines = report.notTested.map(({ category, reason }) => `- ${escaped(category)}: ${escaped(reason)}`)
    yield `## Not tested\n\n${lines.join('\n')}\n\n`
  }
  const controls = report.compliance.map(({ framework, code, title, status, attacksAnalyzed }) => [
    framework,
    code,
    title,
    status.replace('_', ' '),
    String(attacksAnalyzed),
  ])
  if (controls.length > 0) {
    yield `## Controls\n\n${table(['Framework', 'Code', 'Title', 'Status', 'Attacks'], controls)}`
  }
}

function findingText(reportFinding: ReportFinding): string {
  const said = [
    ...(reportFinding.proof.before ?? []).map(
      (turn) => `Prompt from another user in an earlier session:\n\n${fenced(turn)}`,
    ),
    ...reportFinding.proof.turns.map((turn) => `Prompt:\n\n${fenced(turn)}`),
  ].join('\n')
  const policy =
    reportFinding.guardPolicy === null
      ? ''
      : `\nSuggested guard policy:\n\n${fenced(JSON.stringify(reportFinding.guardPolicy, undefined, 2), 'json')}`
  return `### ${escaped(reportFinding.severity.toUpperCase())}: ${escaped(reportFinding.title)}

${escaped(reportFinding.description)}

${escaped(reportFinding.severityReason)} ${escaped(surenessOf(reportFinding))} ${escaped(categoriesText(reportFinding))}

${said}
Response:

${fenced(reportFinding.proof.reply)}
**Remediation:** ${escaped(reportFinding.remediation)}
${policy}
`
}

/** Returns a code block that its content cannot close: the fence is longer than any run of the same character in it. */
function fenced(text: string, language = ''): string {
  const shown =
    text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…` : text.toWellFormed()
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${visible(shown)}\n${fence}\n`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`
  return `${[line(heads), `|${heads.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')}\n`
}

/** Escapes all markup of CommonMark and of GitHub's tables, and also mentions and bare addresses. */
function escaped(text: string): string {
  return visible(text.toWellFormed())
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]()<>#+\-!|~&$]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (one) => `${one.slice(0, 3)}&#46;`)
}

/** Direction marks and control characters hide the content of a line. */
function visible(text: string): string {
  return text.replaceAll(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '\ufffd',
  )
}
