import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { defineTool, type McpTool } from '../tool.ts'
import { runOutput, shownRun } from './run-view.ts'

export function cancelRunTool({ runs }: ToolPorts): McpTool {
  return defineTool({
    name: 'cancel_run',
    title: 'End a run',
    description:
      'Cancels a run of this server. Pending requests are aborted; the report contains the completed attacks.',
    input: z.object({ runId: z.string().max(100) }),
    output: runOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ runId }) => shownRun(await runs.cancel(runId)),
  })
}
