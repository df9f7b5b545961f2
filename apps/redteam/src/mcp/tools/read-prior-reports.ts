import type { Report } from '@gatehouse/contracts/reports'
import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { REPORTS_FOLDER } from '../reports.ts'
import { defineTool, type McpTool } from '../tool.ts'

const SUCCESSFUL_MAX = 30

const line = z.object({
  reportFile: z.string(),
  runId: z.string(),
  timestamp: z.string(),
  score: z.number(),
  scoreStatus: z.string(),
  grade: z.string().nullable(),
  totalAttacks: z.number(),
  passed: z.number(),
  failed: z.number(),
  inconclusive: z.number(),
  errors: z.number(),
  findings: z.number(),
  seed: z.string().nullable(),
})

export function readPriorReportsTool({ reports }: ToolPorts): McpTool {
  return defineTool({
    name: 'read_prior_reports',
    title: 'Read earlier reports',
    description: `Lists the reports in ${REPORTS_FOLDER} of the folder, newest first, with the categories and strategies that succeeded and the changes between runs.`,
    input: z.object({
      limit: z.int().min(1).max(50).default(10),
      target: z.string().max(300).optional().describe('Only reports whose target contains this text.'),
    }),
    output: z.object({
      total: z.number(),
      unreadable: z.array(z.string()).describe('Files that are not reports.'),
      reports: z.array(line),
      untrusted: z.object({
        targets: z.record(z.string(), z.string()),
        succeeded: z
          .record(
            z.string(),
            z.array(z.object({ category: z.string(), strategies: z.array(z.string()), severity: z.string() })),
          )
          .describe('Per report: the attacks that succeeded.'),
      }),
    }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run({ limit, target }) {
      const names = (await reports.names()).toReversed()
      const found: { name: string; report: Report }[] = []
      const unreadable: string[] = []
      for (const name of names) {
        if (found.length >= limit) break
        // Sequential: reports may be large. oxlint-disable-next-line no-await-in-loop
        const report = await reports.read(name).catch(() => undefined)
        if (report === undefined) unreadable.push(name)
        else if (target === undefined || report.targetUrl.includes(target)) found.push({ name, report })
      }
      return {
        total: names.length,
        unreadable: unreadable.slice(0, 50),
        reports: found.map(({ name, report }) => lineOf(name, report)),
        untrusted: {
          targets: Object.fromEntries(found.map(({ name, report }) => [name, report.targetUrl])),
          succeeded: Object.fromEntries(found.map(({ name, report }) => [name, succeededIn(report)])),
        },
      }
    },
  })
}

function lineOf(reportFile: string, { runId, timestamp, summary, findings, config }: Report): z.infer<typeof line> {
  const { score, scoreStatus, grade = null, totalAttacks, passed, failed, inconclusive, errors } = summary
  const seed = typeof config['seed'] === 'string' ? config['seed'] : null
  return {
    reportFile,
    runId,
    timestamp,
    score,
    scoreStatus,
    grade,
    totalAttacks,
    passed,
    failed,
    inconclusive,
    errors,
    findings: findings.length,
    seed,
  }
}

function succeededIn({ findings }: Report) {
  return findings
    .flatMap(({ category, categories = [category], strategies, severity }) =>
      categories.map((name) => ({ category: name, strategies: strategies.slice(0, 20), severity })),
    )
    .slice(0, SUCCESSFUL_MAX)
}
