import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { defineTool, type McpTool } from '../tool.ts'
import { runOutput, shownRun } from './run-view.ts'

/** Clients usually time out after one minute per call. */
const WAIT_SECONDS_MAX = 45

export function checkRunStatusTool({ runs }: ToolPorts): McpTool {
  return defineTool({
    name: 'check_run_status',
    title: 'Get the progress of a run',
    description:
      'Returns the progress of a run of this server. With waitSeconds, waits until the run ends or the time is up.',
    input: z.object({
      runId: z.string().max(100),
      waitSeconds: z.number().min(0).max(WAIT_SECONDS_MAX).default(0),
    }),
    output: runOutput,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run({ runId, waitSeconds }, signal) {
      if (waitSeconds > 0) await runs.wait(runId, waitSeconds * 1_000, signal)
      return shownRun(runs.view(runId))
    },
  })
}
