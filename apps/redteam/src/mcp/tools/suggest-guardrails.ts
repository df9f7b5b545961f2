import { PolicyFile } from '@gatehouse/contracts/policies'
import type { Report } from '@gatehouse/contracts/reports'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import { z } from 'zod'
import { chosenReport, reportChoice } from '../chosen-report.ts'
import type { ToolPorts } from '../ports.ts'
import { ownFileName } from '../run-files.ts'
import { defineTool, type McpTool } from '../tool.ts'

export function suggestGuardrailsTool(ports: ToolPorts): McpTool {
  return defineTool({
    name: 'suggest_guardrails',
    title: 'Suggest guards for successful attacks',
    description:
      'Lists guards that may block the findings of a report and names the finding for each guard. The guards are not tested against the attacks: "gatehouse redteam harden --report" replays the proofs behind a policy. With path, writes the policy as a file for "gatehouse policy". A guard does not replace the remediation of each finding.',
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
      guards: z.array(z.object({ guard: z.string(), stage: z.string(), findings: z.array(z.string()) })),
      withoutGuard: z.array(z.object({ category: z.string(), remediation: z.string() })),
      writtenTo: z.string().nullable(),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run({ path, ...choice }) {
      const { name, report } = await chosenReport(choice, ports)
      const { policy, guards } = policyOf(report)
      const withoutGuard = new Map(
        report.findings
          .filter(({ guardPolicy }) => guardPolicy === null)
          .map(({ category, remediation }) => [category, { category, remediation }]),
      )
      const writtenTo = path === undefined || policy === null ? null : await written(path, policy, ports)
      return { reportFile: name, policy, guards, withoutGuard: [...withoutGuard.values()].slice(0, 50), writtenTo }
    },
  })
}

interface Suggested {
  readonly policy: Record<string, unknown> | null
  readonly guards: { guard: string; stage: string; findings: string[] }[]
}

/** Merges the policies of all findings. @throws {Failure} `invalid_request` when a report contains an invalid policy */
function policyOf({ findings }: Report): Suggested {
  const blocks: Record<string, Record<string, unknown>> = {}
  const reasons = new Map<string, { guard: string; stage: string; findings: string[] }>()
  for (const { guardPolicy, category } of findings) {
    for (const [block, entries] of Object.entries(guardPolicy ?? {})) {
      if (!isJsonObject(entries)) continue
      for (const [guard, entry] of Object.entries(entries)) {
        blocks[block] = { ...blocks[block], [guard]: entry }
        const stage = block.replace('_guardrails', '')
        const reason = reasons.get(`${stage}/${guard}`) ?? { guard, stage, findings: [] }
        if (!reason.findings.includes(category)) reason.findings.push(category)
        reasons.set(`${stage}/${guard}`, reason)
      }
    }
  }
  if (reasons.size === 0) return { policy: null, guards: [] }
  // A report is an untrusted file.
  const read = PolicyFile.safeParse({ version: 1, ...blocks })
  if (!read.success) throw new Failure('invalid_request', 'The report suggests what the guard service does not take.')
  return { policy: { ...read.data }, guards: [...reasons.values()] }
}

/** @throws {Failure} `conflict` when the existing file is not a policy */
async function written(
  said: string,
  policy: Record<string, unknown>,
  { folder }: Pick<ToolPorts, 'folder'>,
): Promise<string> {
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
