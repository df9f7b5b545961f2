import { FINDING_SEVERITIES, type FindingSeverity } from '@gatehouse/contracts/scans'
import type { FindingRow } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { markdownText, singleLine } from '../integrations/escape.ts'
import type { CommitStatus } from './repository.ts'

/** Own limit of findings listed in a summary. */
const LISTED_MAX = 20
const PROJECT_CHARS_MAX = 60

/** Finding of a pull request, as it is reported. */
export type ReportedFinding = Pick<
  FindingRow,
  'title' | 'severity' | 'filePath' | 'startLine' | 'endLine' | 'fingerprint' | 'ruleId' | 'details'
>

export interface Report {
  readonly scan: ScanRow
  /** Open findings that the previous scans did not have, the most severe first. */
  readonly added: readonly ReportedFinding[]
  /** Address of the scan. */
  readonly url: string
}

/** Returns the commit status of a scan. */
export function statusOf({ scan, added, url }: Report): CommitStatus {
  const context = `gatehouse/${singleLine(scan.projectName, PROJECT_CHARS_MAX)}`
  if (scan.status !== 'COMPLETED') return { state: 'error', context, description: 'The scan failed', url }
  const state = scan.gateResult === 'FAILED' ? 'failure' : 'success'
  return { state, context, description: `${gateOf(scan)}, ${numberOf(added)}`, url }
}

/** Returns the summary comment of a pull request. Names of findings come from the scanned source, and are escaped. */
export function summaryOf({ scan, added, url }: Report): string {
  const by = Object.groupBy(added, ({ severity }) => severity)
  const rows = FINDING_SEVERITIES.filter((severity) => severity !== 'INFO').map((severity) => {
    const open = scan.counts[severity.toLowerCase() as Lowercase<FindingSeverity>]
    return `| ${capitalized(severity)} | ${by[severity]?.length ?? 0} | ${open} |`
  })
  const listed = added.slice(0, LISTED_MAX).map((finding) => {
    const { severity, title, filePath, startLine } = finding
    return `- **${capitalized(severity)}** ${markdownText(title)}: ${markdownText(`${filePath}:${startLine}`)}`
  })
  const more = added.length - listed.length
  const lines = [
    `### Gatehouse: ${markdownText(scan.projectName)}`,
    '',
    scan.status === 'COMPLETED' ? `**${gateOf(scan)}**, ${numberOf(added)}.` : '**The scan failed.**',
    ...scan.gateReasons.map((reason) => `- ${markdownText(reason)}`),
    '',
    '| Severity | New | Open |',
    '| --- | --- | --- |',
    ...rows,
    '',
    ...listed,
    ...(more > 0 ? [`- ${more} more`] : []),
    '',
    `[Scan](${url}) of commit ${scan.commitSha?.slice(0, 12) ?? ''}`,
  ]
  return lines.join('\n')
}

/** Returns the comment on the line of a finding. */
export function commentOf(finding: ReportedFinding, url: string): string {
  const { title, severity, ruleId, details } = finding
  const { description, cweId } = details as { readonly description?: unknown; readonly cweId?: unknown }
  const weakness = typeof cweId === 'string' ? `, ${markdownText(cweId)}` : ''
  return [
    `**${capitalized(severity)}: ${markdownText(title)}**`,
    '',
    ...(typeof description === 'string' ? [markdownText(singleLine(description, DESCRIPTION_CHARS_MAX)), ''] : []),
    `Rule ${markdownText(ruleId)}${weakness}. [Scan](${url})`,
  ].join('\n')
}

const DESCRIPTION_CHARS_MAX = 1_000

/** Returns the text that replaces the comment of a fixed finding where comments cannot be resolved. */
export function resolvedText({ commitSha }: ScanRow): string {
  return `Fixed in commit ${commitSha?.slice(0, 12) ?? ''}.`
}

function gateOf({ gateResult }: ScanRow): string {
  return gateResult === 'FAILED' ? 'Gate failed' : 'Gate passed'
}

function numberOf(added: readonly unknown[]): string {
  return `${added.length} new ${added.length === 1 ? 'finding' : 'findings'}`
}

function capitalized(severity: FindingSeverity): string {
  return severity[0] + severity.slice(1).toLowerCase()
}
