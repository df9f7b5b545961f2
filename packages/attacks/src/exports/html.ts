import type { AttackRecord, Report, ReportFinding } from '@gatehouse/contracts/reports'
import { htmlText, PAGE_END, pageStart } from '@gatehouse/formats'
import {
  CATEGORY_HEADS,
  categoriesText,
  categoryRows,
  declareRows,
  gradeText,
  gradeTone,
  headOf,
  SCORING,
  SCORING_GUIDE,
  scoreText,
  surenessOf,
  withoutFindings,
} from './told.ts'

/** So many attacks are shown in full; a browser grows slow with more, and the other formats have them all. */
export const HTML_ATTACKS_MAX = 1_000

/**
 * Yields a report as one self-contained page without scripts and external resources. Output of the target and of attacks is escaped.
 * @returns pieces of the page, in order
 */
export function* reportHtml(report: Report): Generator<string> {
  const title = `Red team: ${report.targetUrl}`
  yield pageStart({ title, facts: headOf(report), style: STYLE })
  yield gradeOf(report)
  yield listOf(
    'Settings that make inconclusive attacks judgeable',
    declareRows(report.summary).map(([setting, text]) => `${setting}: ${text}`),
  )
  yield `<section><h2>Findings (${report.findings.length})</h2>
${report.findings.length === 0 ? `<p>${htmlText(withoutFindings(report))}</p>` : ''}
`
  for (const finding of report.findings) yield article(finding)
  yield `</section>\n<section><h2>By category</h2>${table(CATEGORY_HEADS, categoryRows(report))}</section>\n`
  yield listOf(
    'Not tested',
    report.notTested.map(({ category, reason }) => `${category}: ${reason}`),
  )
  const controls = report.compliance.map((item) => [
    item.framework,
    item.code,
    item.title,
    item.status.replace('_', ' '),
    String(item.attacksAnalyzed),
    String(item.vulnerabilitiesFound),
  ])
  yield `<section><h2>Controls</h2>${table(['Framework', 'Code', 'Title', 'Status', 'Attacks', 'Vulnerabilities'], controls)}</section>\n`
  yield* attacksOf(report)
  yield PAGE_END
}

function gradeOf({ summary }: Report): string {
  const { grade } = summary
  const head = grade === null || grade === undefined ? 'Inconclusive' : `Grade ${gradeText(summary)}`
  return `<p class="grade ${gradeTone(summary)}"><b>${head}</b> Score: ${htmlText(scoreText(summary))}</p>
<p>${htmlText(SCORING)} Guide: <code>${SCORING_GUIDE}</code></p>
`
}

function article(reportFinding: ReportFinding): string {
  const turns = [
    ...(reportFinding.proof.before ?? []).map(
      (turn) => `<p>Prompt from another user in an earlier session:</p>${pre(turn)}`,
    ),
    ...reportFinding.proof.turns.map((turn) => `<p>Prompt:</p>${pre(turn)}`),
  ].join('')
  const policy =
    reportFinding.guardPolicy === null
      ? ''
      : detailsOf('Suggested guard policy', JSON.stringify(reportFinding.guardPolicy, undefined, 2))
  const marks = [
    reportFinding.severity,
    reportFinding.category,
    ...reportFinding.owasp,
    ...reportFinding.asi,
    ...reportFinding.atlas,
  ]
  return `<article class="${reportFinding.severity}" id="f-${htmlText(reportFinding.id)}">
<h3>${htmlText(reportFinding.title)}</h3>
<p class="marks">${marks.map((mark) => `<span>${htmlText(mark)}</span>`).join('')}</p>
<p>${htmlText(reportFinding.description)}</p>
<p>${htmlText(reportFinding.severityReason)} ${htmlText(surenessOf(reportFinding))}</p>
${proofsTable(reportFinding)}${turns}<p>Response:</p>${pre(reportFinding.proof.reply)}
<p><b>Remediation:</b> ${htmlText(reportFinding.remediation)}</p>
${policy}${detailsOf('Reproduce with curl', reportFinding.proof.curl)}${detailsOf('Reproduce with Node.js', reportFinding.proof.node)}
</article>
`
}

/** Attacks of several categories that prove one weakness. */
function proofsTable(reportFinding: ReportFinding): string {
  const { proofs = [], categories = [] } = reportFinding
  if (categories.length < 2) return ''
  const rows = proofs.map(({ category, strategy, attackId }) => [category, strategy, attackId])
  return `<p>${htmlText(categoriesText(reportFinding))}</p><details><summary>Proofs (${proofs.length})</summary>${table(['Category', 'Strategy', 'Attack'], rows)}</details>
`
}

function* attacksOf({ rounds }: Report): Generator<string> {
  const records = rounds.flatMap(({ round, results }) => results.map((record) => ({ round, record })))
  yield `<section><h2>Attacks (${records.length})</h2>\n`
  for (const { round, record } of records.slice(0, HTML_ATTACKS_MAX)) yield attackOf(record, round)
  const more = records.length - HTML_ATTACKS_MAX
  if (more > 0)
    yield `<p>This page omits ${more} attacks. Export the report in another format to see all attacks.</p>\n`
  yield '</section>\n'
}

function attackOf(record: AttackRecord, round: number): string {
  const { attack, verdict, judge, conversation, earlierConversation = [] } = record
  const said = [
    ...earlierConversation.map(({ role, content }) => `<p>${htmlText(role)}, in another session:</p>${pre(content)}`),
    ...conversation.map(({ role, content }) => `<p>${htmlText(role)}:</p>${pre(content)}`),
  ].join('')
  const why = judge.evidence.map(({ detail }) => detail).join(' ')
  return `<details><summary><b>${verdict}</b> ${htmlText(attack.category)} / ${htmlText(attack.strategy)} (round ${round})</summary>
<p>${htmlText(attack.description)} ${htmlText(why)}</p>${said}</details>
`
}

function listOf(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return `<section><h2>${title}</h2><ul>${lines.map((line) => `<li>${htmlText(line)}</li>`).join('')}</ul></section>\n`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string): string =>
    `<tr>${row.map((cell) => `<${tag}>${htmlText(cell)}</${tag}>`).join('')}</tr>`
  return `<div class="wide"><table><thead>${cells(heads, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table></div>`
}

function detailsOf(title: string, text: string): string {
  return `<details><summary>${title}</summary>${pre(text)}</details>`
}

function pre(text: string): string {
  return `<pre><code>${htmlText(text)}</code></pre>`
}

const STYLE = `
.critical{border-left-color:var(--critical)}.high{border-left-color:var(--high)}.medium{border-left-color:var(--medium)}
.low{border-left-color:var(--low)}.info{border-left-color:var(--info)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;padding:.5rem;border-radius:.3rem;margin:.3rem 0}
summary{cursor:pointer}
.grade{border:1px solid var(--line);border-left:.35rem solid var(--info);border-radius:.3rem;padding:.5rem .9rem}
.grade.ok{border-left-color:var(--low)}.grade.warn{border-left-color:var(--medium)}.grade.bad{border-left-color:var(--critical)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}th,td{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:left}
`
