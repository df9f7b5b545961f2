import { htmlText, PAGE_END, pageStart } from '../html/page.ts'
import { SARIF_SEVERITIES, type SarifSeverity } from '../sarif/sarif.ts'
import type { ReportedFinding } from './finding.ts'

/** Content of the findings page. */
export interface FindingsPage {
  readonly title: string
  /** Header fields: name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly findings: readonly ReportedFinding[]
  /** Total numbers by severity, when the page contains only a part. */
  readonly totals?: Readonly<Partial<Record<SarifSeverity, number>>>
  /** Incompletely scanned parts. */
  readonly gaps: readonly { readonly message: string; readonly path?: string }[]
  /** Decision of a build gate with its reasons. */
  readonly gate?: { readonly result: 'PASSED' | 'FAILED'; readonly reasons: readonly string[] }
  /** Why the result is not whole; shown before everything else. */
  readonly warning?: string
}

/** So many findings are shown in full; a browser grows slow with more, and the other formats have them all. */
export const HTML_FINDINGS_MAX = 5_000

/**
 * Yields one self-contained page without scripts and external resources. Text of the scanned source is escaped.
 * @returns pieces of the page, in order
 */
export function* findingsHtml(page: FindingsPage): Generator<string> {
  const { title, facts, findings, totals = {}, gaps, gate, warning } = page
  yield pageStart({ title, facts, style: STYLE })
  if (warning !== undefined) yield `<p class="warning" role="alert">${htmlText(warning)}</p>\n`
  if (gate !== undefined) yield gateOf(gate)
  yield countsOf(findings, totals)
  if (findings.length === 0) yield '<p class="none">No findings.</p>\n'
  for (const severity of SARIF_SEVERITIES) {
    const some = findings.filter((finding) => finding.severity === severity)
    if (some.length > 0) yield* group(severity, some, totals[severity] ?? some.length)
  }
  if (gaps.length > 0) yield coverageGapsHtml(gaps)
  yield PAGE_END
}

function gateOf({ result, reasons }: NonNullable<FindingsPage['gate']>): string {
  const list = reasons.map((reason) => `<li>${htmlText(reason)}</li>`).join('')
  return `<section class="gate ${result.toLowerCase()}"><h2>Build gate: ${result}</h2>${list === '' ? '' : `<ul>${list}</ul>`}</section>\n`
}

function countsOf(findings: readonly ReportedFinding[], totals: NonNullable<FindingsPage['totals']>): string {
  const cells = SARIF_SEVERITIES.map((severity) => {
    const count = totals[severity] ?? findings.filter((finding) => finding.severity === severity).length
    return `<li class="${severity.toLowerCase()}"><b>${count}</b> ${severity.toLowerCase()}</li>`
  })
  return `<ul class="counts">${cells.join('')}</ul>\n`
}

function* group(severity: SarifSeverity, findings: readonly ReportedFinding[], total: number): Generator<string> {
  yield `<section class="${severity.toLowerCase()}"><h2>${severity.charAt(0)}${severity.slice(1).toLowerCase()} (${total})</h2>\n`
  for (const finding of findings.slice(0, HTML_FINDINGS_MAX)) yield article(finding)
  const more = total - Math.min(findings.length, HTML_FINDINGS_MAX)
  if (more > 0) yield `<p>${more} more findings are listed in the other formats.</p>\n`
  yield '</section>\n'
}

function article(reportedFinding: ReportedFinding): string {
  const marks = [
    reportedFinding.ruleId,
    reportedFinding.scanner,
    ...(reportedFinding.cweId === undefined ? [] : [reportedFinding.cweId]),
    ...(reportedFinding.cveId === undefined ? [] : [reportedFinding.cveId]),
    `confidence ${Math.round(reportedFinding.confidence * 100)} %`,
    ...(reportedFinding.isNew === undefined ? [] : [reportedFinding.isNew ? 'new' : 'known']),
    ...(reportedFinding.status === 'OPEN' ? [] : [reportedFinding.status]),
  ]
  const lines =
    reportedFinding.endLine > reportedFinding.startLine
      ? `${reportedFinding.startLine}–${reportedFinding.endLine}`
      : String(reportedFinding.startLine)
  return `<article id="f-${htmlText(reportedFinding.fingerprint)}">
<h3>${htmlText(reportedFinding.title)}</h3>
<p class="place"><code>${htmlText(reportedFinding.filePath)}</code> line ${lines}</p>
${reportedFinding.snippet === undefined ? '' : `<pre><code>${htmlText(reportedFinding.snippet)}</code></pre>\n`}<p>${htmlText(reportedFinding.description)}</p>
<p class="marks">${marks.map((mark) => `<span>${htmlText(mark)}</span>`).join('')}</p>
</article>
`
}

function coverageGapsHtml(gaps: FindingsPage['gaps']): string {
  const rows = gaps.slice(0, HTML_FINDINGS_MAX).map(({ message, path }) => {
    const place = path === undefined || path === '' ? '' : `<code>${htmlText(path)}</code> `
    return `<li>${place}${htmlText(message)}</li>`
  })
  return `<section class="gaps"><h2>Not fully scanned (${gaps.length})</h2><ul>${rows.join('')}</ul></section>\n`
}

const STYLE = `
.counts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin:1rem 0}
.counts li{border:1px solid var(--line);border-left-width:.35rem;border-radius:.3rem;padding:.3rem .7rem}
.critical article,.counts .critical{border-left-color:var(--critical)}.high article,.counts .high{border-left-color:var(--high)}
.medium article,.counts .medium{border-left-color:var(--medium)}.low article,.counts .low{border-left-color:var(--low)}
.info article,.counts .info{border-left-color:var(--info)}
.place{margin:.1rem 0;overflow-wrap:anywhere}
.gate{border:1px solid var(--line);border-left-width:.35rem;border-radius:.3rem;padding:.2rem .9rem}
.gate.failed{border-left-color:var(--critical)}.gate.passed{border-left-color:var(--low)}
.warning{border:2px solid var(--critical);border-radius:.3rem;padding:.6rem .9rem;font-weight:600}
`
