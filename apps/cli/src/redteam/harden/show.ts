import type { HardenedFinding, HardenResult, ProofStatus } from '@gatehouse/contracts/redteam'
import { shown } from '../../terminal.ts'

const WORDS: Readonly<Record<ProofStatus, string>> = {
  blocked: 'BLOCKED',
  open: 'OPEN',
  not_reproduced: 'NOT REPRODUCED',
  not_replayed: 'NOT REPLAYED',
  inconclusive: 'INCONCLUSIVE',
}
const WIDTH = 16
/** Own limit of listed false positives. */
const LISTED_MAX = 10

/** Formats the result for the terminal. */
export function hardenText(result: HardenResult): string {
  const { before, after, findings, rules, dropped, benign, traffic } = result
  const rows = findings.flatMap((finding) => [
    `${WORDS[finding.status].padEnd(WIDTH)}${shown(finding.title)}  [${finding.id}]`,
    `${' '.repeat(WIDTH)}${countText(finding)}${guardsText(finding)}`,
  ])
  const drafted = rules.flatMap(({ id, findings: ids, proofsBlocked, falsePositives, isHarmful }) => [
    `  ${shown(id)}: blocks ${proofsBlocked} ${proofsBlocked === 1 ? 'proof' : 'proofs'} of ${ids.join(', ')}`,
    ...(falsePositives === 0
      ? []
      : [
          `    ${isHarmful ? 'WARNING: ' : ''}${falsePositives} false positives${isHarmful ? ', more than it blocks' : ''}`,
        ]),
  ])
  const wrong = [...benign.blocked, ...(traffic?.blocked ?? [])].slice(0, LISTED_MAX)
  return [
    `Proofs that succeed: ${before.succeeded} of ${before.proofs} without the guard, ${after.succeeded} behind the guard; ${after.blocked} blocked`,
    '',
    ...rows,
    '',
    rules.length === 0 ? 'Draft: no rule blocks a proof.' : 'Draft:',
    ...drafted,
    ...(dropped.length === 0 ? [] : [`  dropped, because they block no further proof: ${dropped.join(', ')}`]),
    '',
    `False positives: ${benign.blocked.length} of ${benign.sent} benign controls${traffic === null ? '' : `, ${traffic.blocked.length} of ${traffic.checked} recorded requests`}`,
    ...(benign.disclosing === 0
      ? []
      : [`  ${benign.disclosing} replies to benign controls contain a canary and are not counted`]),
    ...wrong.map(({ text, guards }) => `  ${guards.join(', ')}: ${shown(text)}`),
    '',
  ].join('\n')
}

function countText({ proofs }: HardenedFinding): string {
  const counts = Map.groupBy(proofs, ({ status }) => status)
  const parts = [...counts].map(([status, all]) => `${all.length} ${WORDS[status].toLowerCase()}`)
  return parts.length === 0 ? 'no proof in the report' : `proofs: ${parts.join(', ')}`
}

function guardsText({ proofs }: HardenedFinding): string {
  const guards = [...new Set(proofs.flatMap(({ status, guards: all }) => (status === 'blocked' ? all : [])))]
  return guards.length === 0 ? '' : ` by ${guards.join(', ')}`
}

/** Formats the result as Markdown. */
export function hardenMarkdown(result: HardenResult): string {
  const { before, after, findings, rules, benign, traffic } = result
  return [
    `# Hardening of ${cell(result.target)}`,
    '',
    '| | Without guard | Behind guard |',
    '| --- | ---: | ---: |',
    `| Proofs that succeed | ${before.succeeded} of ${before.proofs} | ${after.succeeded} |`,
    `| Proofs blocked | | ${after.blocked} |`,
    `| Benign controls blocked | | ${benign.blocked.length} of ${benign.sent} |`,
    ...(traffic === null ? [] : [`| Recorded requests blocked | | ${traffic.blocked.length} of ${traffic.checked} |`]),
    '',
    '| Finding | Severity | Status | Proofs |',
    '| --- | --- | --- | --- |',
    ...findings.map(
      (finding) =>
        `| ${cell(finding.title)} | ${finding.severity} | ${WORDS[finding.status].toLowerCase()} | ${cell(countText(finding) + guardsText(finding))} |`,
    ),
    '',
    '| Rule | Findings | Proofs blocked | False positives |',
    '| --- | --- | ---: | ---: |',
    ...rules.map(
      ({ id, findings: ids, proofsBlocked, falsePositives, isHarmful }) =>
        `| ${cell(id)} | ${ids.join(', ')} | ${proofsBlocked} | ${falsePositives}${isHarmful ? ' (more than it blocks)' : ''} |`,
    ),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return shown(text).replaceAll(/[\\|`<>[\]]/g, '\\$&')
}
