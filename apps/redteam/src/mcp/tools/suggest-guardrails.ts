import { mergeRules, suggestedRules, withRules } from '@gatehouse/attacks/harden'
import { PolicyFile, POLICY_FILE_VERSION } from '@gatehouse/contracts/policies'
import type { Report } from '@gatehouse/contracts/reports'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import { chosenReport, reportChoice } from '../chosen-report.ts'
import type { ToolPorts } from '../ports.ts'
import { ownFileName } from '../run-files.ts'
import { defineTool, type McpTool } from '../tool.ts'

const WITHOUT_GUARD_MAX = 50

export function suggestGuardrailsTool(ports: Pick<ToolPorts, 'folder' | 'reports' | 'runs'>): McpTool {
  return defineTool({
    name: 'suggest_guardrails',
    title: 'Suggest guards for successful attacks',
    description:
      'Lists guards that may block the findings of a report, with the categories of these findings. The guards are not tested against the attacks: "gatehouse redteam harden --report" replays the proofs behind a policy. With path, writes the policy as a file for "gatehouse policy". A guard does not replace the remediation of each finding.',
    input: z.object({
      ...reportChoice,
      path: z
        .string()
        .max(500)
        .optional()
        .describe('Output file: gatehouse….json. Without it, the policy is only returned.'),
    }),
    output: z.object({
      reportFile: z.string(),
      policy: z.record(z.string(), z.unknown()).nullable().describe('Null: no guard blocks these findings.'),
      guards: z.array(
        z.object({
          guard: z.string(),
          stage: z.string(),
          findings: z.array(z.string()).describe('Categories of the findings.'),
        }),
      ),
      withoutGuard: z.array(
        z.object({ category: z.string(), categories: z.array(z.string()), remediation: z.string() }),
      ),
      writtenTo: z.string().nullable(),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run({ path, ...choice }) {
      const { name, report } = await chosenReport(choice, ports)
      const policy = policyOf(name, report)
      const writtenTo = path === undefined || policy === null ? null : await written(path, policy, ports)
      return {
        reportFile: name,
        policy,
        guards: guardsOf(report),
        withoutGuard: withoutGuard(report).slice(0, WITHOUT_GUARD_MAX),
        writtenTo,
      }
    },
  })
}

/** Merges the policies of all findings. @throws {Failure} `invalid_request` when a report contains an invalid policy */
function policyOf(name: string, { findings }: Report): PolicyFile | null {
  const rules = mergeRules(findings.flatMap(suggestedRules))
  if (rules.length === 0) return null
  // A report is an untrusted file.
  const read = PolicyFile.safeParse(withRules({ version: POLICY_FILE_VERSION }, rules))
  if (read.success) return read.data
  throw new Failure(
    'invalid_request',
    `The suggested guard policy of ${name} is invalid. Choose another report, or run the attacks again.`,
    {
      violations: read.error.issues.map(({ path, message, code }) => ({ path: path.map(String), message, type: code })),
    },
  )
}

function guardsOf({ findings }: Report): { guard: string; stage: string; findings: string[] }[] {
  const suggested = findings.flatMap((finding) => suggestedRules(finding).map((rule) => ({ rule, finding })))
  return [...Map.groupBy(suggested, ({ rule }) => rule.id).values()].map((group) => ({
    guard: group[0]!.rule.name,
    stage: group[0]!.rule.section.replace('_guardrails', ''),
    findings: categoriesOf(group.map(({ finding }) => finding)),
  }))
}

function withoutGuard({ findings }: Report): { category: string; categories: string[]; remediation: string }[] {
  const unguarded = findings.filter((finding) => suggestedRules(finding).length === 0)
  return [...Map.groupBy(unguarded, ({ category }) => category)].map(([category, group]) => ({
    category,
    categories: categoriesOf(group),
    remediation: group[0]!.remediation,
  }))
}

function categoriesOf(findings: Report['findings']): string[] {
  return [...new Set(findings.flatMap(({ category, categories = [] }) => [category, ...categories]))]
}

/** @throws {Failure} `conflict` when the existing file is not a policy */
async function written(said: string, policy: PolicyFile, { folder }: Pick<ToolPorts, 'folder'>): Promise<string> {
  const path = ownFileName(said)
  const there = await folder.read(path, 4 * 1024 * 1024)
  if (there !== undefined && !isPolicy(there)) {
    throw new Failure('conflict', `${path} exists and is not a policy. The file was not changed.`)
  }
  await folder.write(path, `${JSON.stringify(policy, null, 2)}\n`)
  return path
}

function isPolicy(text: string): boolean {
  try {
    return PolicyFile.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
