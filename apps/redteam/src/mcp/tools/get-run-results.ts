import { VERDICTS } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { z } from 'zod'
import { chosenReport, reportChoice } from '../chosen-report.ts'
import type { ToolPorts } from '../ports.ts'
import { defineTool, type McpTool } from '../tool.ts'

const LIMIT = { default: 10, max: 50 } as const
/** Maximum length of one text of a target: the report contains the full text. */
const REPLY_UNITS_MAX = 1_500

const OUTPUT = z.object({
  reportFile: z.string(),
  runId: z.string(),
  timestamp: z.string(),
  summary: z.object({
    score: z.number(),
    scoreStatus: z.string(),
    grade: z.string().nullable().describe('A to F; null while the score is inconclusive.'),
    toDeclare: z
      .array(z.object({ setting: z.string(), attacks: z.number(), advice: z.string() }))
      .describe('Settings of the target that let judges decide inconclusive attacks.'),
    confidenceInterval: z.object({ low: z.number(), high: z.number() }),
    totalAttacks: z.number(),
    passed: z.number(),
    failed: z.number(),
    vulnerable: z.number(),
    partial: z.number(),
    defended: z.number(),
    inconclusive: z.number(),
    errors: z.number(),
    requests: z.number(),
  }),
  byCategory: z.record(z.string(), z.object({ total: z.number(), passed: z.number(), failed: z.number() })),
  byStrategy: z.record(z.string(), z.object({ total: z.number(), passed: z.number(), failed: z.number() })),
  notTested: z.array(z.object({ category: z.string(), reason: z.string() })),
  total: z.number().describe('Findings or attacks that match.'),
  nextOffset: z.number().nullable(),
  untrusted: z.object({
    targetUrl: z.string(),
    findings: z.array(z.record(z.string(), z.unknown())),
    attacks: z.array(z.record(z.string(), z.unknown())),
  }),
})

export function getRunResultsTool(ports: ToolPorts): McpTool {
  return defineTool({
    name: 'get_run_results',
    title: 'Read the results of a run',
    description:
      'Reads a report: the score with its interval, results by category and strategy, and page by page either findings (each with severity, shortest proof and remediation) or single attacks with what the target answered.',
    input: z.object({
      ...reportChoice,
      show: z.enum(['findings', 'attacks']).default('findings'),
      category: z.string().max(100).optional(),
      verdict: z.enum(VERDICTS).optional().describe('Of attacks.'),
      offset: z.int().min(0).max(1_000_000).default(0),
      limit: z.int().min(1).max(LIMIT.max).default(LIMIT.default),
    }),
    output: OUTPUT,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run({ show, category, verdict, offset, limit, ...choice }) {
      const { name, report } = await chosenReport(choice, ports)
      const isWanted = (...names: readonly string[]): boolean => category === undefined || names.includes(category)
      const findings =
        show === 'findings'
          ? report.findings.filter((finding) => isWanted(finding.category, ...(finding.categories ?? [])))
          : []
      const attacks =
        show === 'attacks'
          ? report.rounds
              .flatMap(({ round, results }) => results.map((result) => ({ round, ...result })))
              .filter((item) => isWanted(item.attack.category) && (verdict === undefined || item.verdict === verdict))
          : []
      const total = findings.length + attacks.length
      return {
        reportFile: name,
        runId: report.runId,
        timestamp: report.timestamp,
        summary: {
          ...report.summary,
          grade: report.summary.grade ?? null,
          toDeclare: report.summary.coverage?.toDeclare ?? [],
        },
        byCategory: cells(report.summary.byCategory),
        byStrategy: cells(report.summary.byStrategy),
        notTested: report.notTested.slice(0, 200),
        total,
        nextOffset: offset + limit < total ? offset + limit : null,
        untrusted: {
          targetUrl: report.targetUrl,
          findings: findings.slice(offset, offset + limit).map(shownFinding),
          attacks: attacks.slice(offset, offset + limit).map(shownAttack),
        },
      }
    },
  })
}

function cells(
  all: Report['summary']['byCategory'],
): Record<string, { total: number; passed: number; failed: number }> {
  return Object.fromEntries(
    Object.entries(all).map(([name, { total, passed, failed }]) => [name, { total, passed, failed }]),
  )
}

function shownFinding({
  proof,
  proofs: _proofs,
  formerIds: _formerIds,
  attackIds,
  guardPolicy,
  ...one
}: Report['findings'][number]): Record<string, unknown> {
  return {
    ...one,
    attacks: attackIds.length,
    proof: { turns: proof.turns.map((turn) => short(turn)), reply: short(proof.reply), curl: short(proof.curl) },
    hasGuardPolicy: guardPolicy !== null,
  }
}

type Attack = Report['rounds'][number]['results'][number] & { readonly round: number }

function shownAttack({
  attack,
  round,
  verdict,
  judge,
  response,
  statusCode,
  toolCalls,
  repeat,
}: Attack): Record<string, unknown> {
  return {
    id: attack.id,
    round,
    repeat,
    category: attack.category,
    strategy: attack.strategy,
    severity: attack.severity,
    verdict,
    confidence: judge.confidence,
    evidence: judge.evidence.slice(0, 5).map(({ code, detail }) => ({ code, detail: short(detail) })),
    turns: attack.turns.slice(0, 5).map((turn) => short(turn)),
    response: response === null ? null : short(response),
    statusCode,
    toolCalls: toolCalls.slice(0, 10).map(({ name, executed }) => ({ name, executed })),
  }
}

function short(text: string): string {
  return text.length <= REPLY_UNITS_MAX ? text : `${text.slice(0, REPLY_UNITS_MAX)}… [cut]`
}
