import { SARIF_SEVERITIES, type SarifSeverity } from '../sarif/sarif.ts'
import type { ReportedFinding } from './finding.ts'

/** What a page is about. */
export interface FindingsPage {
  readonly title: string
  /** Facts beside the title: name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly findings: readonly ReportedFinding[]
  /** How many there are by severity, where the page is not given all of them. */
  readonly totals?: Readonly<Partial<Record<SarifSeverity, number>>>
  /** What was not scanned in full. */
  readonly gaps: readonly { readonly message: string; readonly path?: string }[]
  /** What a build gate decided, and why. */
  readonly gate?: { readonly result: 'PASSED' | 'FAILED'; readonly reasons: readonly string[] }
  /** Why the result is not whole; shown before everything else. */
  readonly warning?: string
}

/** So many findings are shown in full; a browser grows slow with more, and the other formats have them all. */
export const HTML_FINDINGS_MAX = 5_000

/**
 * One page that needs nothing else: no script, no address that is loaded. Texts of the scanned source are shown and never run.
 * @returns pieces of the page, in order
 */
export function* findingsHtml(page: FindingsPage): Generator<string> {
  const { title, facts, findings, totals = {}, gaps, gate, warning } = page
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<dl>${facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>
</header>
<main>
`
  if (warning !== undefined) yield `<p class="warning" role="alert">${escaped(warning)}</p>\n`
  if (gate !== undefined) yield gateOf(gate)
  yield countsOf(findings, totals)
  if (findings.length === 0) yield '<p class="none">Nothing was found.</p>\n'
  for (const severity of SARIF_SEVERITIES) {
    const some = findings.filter((one) => one.severity === severity)
    if (some.length > 0) yield* group(severity, some, totals[severity] ?? some.length)
  }
  if (gaps.length > 0) yield gapsOf(gaps)
  yield '</main>\n</body>\n</html>\n'
}

function gateOf({ result, reasons }: NonNullable<FindingsPage['gate']>): string {
  const list = reasons.map((one) => `<li>${escaped(one)}</li>`).join('')
  return `<section class="gate ${result.toLowerCase()}"><h2>Build gate: ${result}</h2>${list === '' ? '' : `<ul>${list}</ul>`}</section>\n`
}

function countsOf(findings: readonly ReportedFinding[], totals: NonNullable<FindingsPage['totals']>): string {
  const cells = SARIF_SEVERITIES.map((severity) => {
    const count = totals[severity] ?? findings.filter((one) => one.severity === severity).length
    return `<li class="${severity.toLowerCase()}"><b>${count}</b> ${severity.toLowerCase()}</li>`
  })
  return `<ul class="counts">${cells.join('')}</ul>\n`
}

function* group(severity: SarifSeverity, findings: readonly ReportedFinding[], total: number): Generator<string> {
  yield `<section class="${severity.toLowerCase()}"><h2>${severity.charAt(0)}${severity.slice(1).toLowerCase()} (${total})</h2>\n`
  for (const one of findings.slice(0, HTML_FINDINGS_MAX)) yield article(one)
  const more = total - Math.min(findings.length, HTML_FINDINGS_MAX)
  if (more > 0) yield `<p>${more} more are in the other formats.</p>\n`
  yield '</section>\n'
}

function article(one: ReportedFinding): string {
  const marks = [
    one.ruleId,
    one.scanner,
    ...(one.cweId === undefined ? [] : [one.cweId]),
    ...(one.cveId === undefined ? [] : [one.cveId]),
    `confidence ${Math.round(one.confidence * 100)} %`,
    ...(one.isNew === undefined ? [] : [one.isNew ? 'new' : 'known']),
    ...(one.status === 'OPEN' ? [] : [one.status]),
  ]
  const lines = one.endLine > one.startLine ? `${one.startLine}–${one.endLine}` : String(one.startLine)
  return `<article id="f-${escaped(one.fingerprint)}">
<h3>${escaped(one.title)}</h3>
<p class="place"><code>${escaped(one.filePath)}</code> line ${lines}</p>
${one.snippet === undefined ? '' : `<pre><code>${escaped(one.snippet)}</code></pre>\n`}<p>${escaped(one.description)}</p>
<p class="marks">${marks.map((mark) => `<span>${escaped(mark)}</span>`).join('')}</p>
</article>
`
}

function gapsOf(gaps: FindingsPage['gaps']): string {
  const rows = gaps.slice(0, HTML_FINDINGS_MAX).map(({ message, path }) => {
    const place = path === undefined || path === '' ? '' : `<code>${escaped(path)}</code> `
    return `<li>${place}${escaped(message)}</li>`
  })
  return `<section class="gaps"><h2>Not scanned in full (${gaps.length})</h2><ul>${rows.join('')}</ul></section>\n`
}

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as HTML shows it. Marks that turn the direction of writing are made visible: they hide what a line says. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (one) => ENTITY[one]!)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--critical:#b00040;--high:#c4480a;--medium:#8a6d00;--low:#2f6f4f;--info:#5a6472}
body{font:15px/1.5 system-ui,sans-serif;max-width:66rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}h3{font-size:1rem;margin:0}
dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0}dt{font-size:.8rem;opacity:.7}dd{margin:0}
.counts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin:1rem 0}
.counts li{border:1px solid var(--line);border-left-width:.35rem;border-radius:.3rem;padding:.3rem .7rem}
article{border:1px solid var(--line);border-left-width:.35rem;border-radius:.3rem;padding:.7rem .9rem;margin:.6rem 0}
.critical article,.counts .critical{border-left-color:var(--critical)}.high article,.counts .high{border-left-color:var(--high)}
.medium article,.counts .medium{border-left-color:var(--medium)}.low article,.counts .low{border-left-color:var(--low)}
.info article,.counts .info{border-left-color:var(--info)}
.place{margin:.1rem 0;overflow-wrap:anywhere}pre{overflow-x:auto;background:#8881;padding:.5rem;border-radius:.3rem;margin:.4rem 0}
code{font:13px/1.45 ui-monospace,monospace}p{margin:.3rem 0}
.marks{display:flex;flex-wrap:wrap;gap:.3rem;font-size:.8rem}.marks span{border:1px solid var(--line);border-radius:1rem;padding:0 .5rem}
.gate{border:1px solid var(--line);border-left-width:.35rem;border-radius:.3rem;padding:.2rem .9rem}
.gate.failed{border-left-color:var(--critical)}.gate.passed{border-left-color:var(--low)}
.warning{border:2px solid var(--critical);border-radius:.3rem;padding:.6rem .9rem;font-weight:600}
@media print{article{break-inside:avoid}}
`
