import { AttackConfig } from '@gatehouse/contracts/redteam'
import { z } from 'zod'
import { requestedRun, configPath } from '../asked-run.ts'
import type { ToolPorts } from '../ports.ts'
import { defineTool, type McpTool } from '../tool.ts'
import { runOutput, shownRun } from './run-view.ts'

const names = z.array(z.string().max(100)).max(400)

export function runScanTool(ports: ToolPorts): McpTool {
  return defineTool({
    name: 'run_scan',
    title: 'Attack the agent',
    description:
      'Starts a run against the target of a configuration and returns immediately; check_run_status returns its progress. Attacks are real requests: a target may execute them. Allowed targets are this machine and the hosts that were allowed when the server started. Without a budget in the configuration, the limit is 5000 requests.',
    input: z.object({
      config: configPath,
      categories: names.optional().describe('Overrides the values of the configuration.'),
      strategies: names.optional(),
      adaptiveRounds: AttackConfig.shape.adaptiveRounds.unwrap().optional(),
      maxAttacksPerCategory: AttackConfig.shape.maxAttacksPerCategory.unwrap().optional(),
      concurrency: AttackConfig.shape.concurrency.unwrap().optional(),
      maxRequests: z.int().min(1).max(1_000_000).optional().describe('The run ends when so many were sent.'),
      seed: z.string().min(1).max(200).optional().describe('The same one makes the same attacks.'),
    }),
    output: runOutput,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    async run({ config, categories, maxRequests, ...more }) {
      const attackConfig = {
        ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
        ...(maxRequests === undefined ? {} : { budget: { maxRequests } }),
      }
      const { file, secrets } = await requestedRun(config, ports, { categories, attackConfig })
      return shownRun(ports.runs.start(file, secrets))
    },
  })
}
