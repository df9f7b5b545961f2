import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { checkRaw, CONFIG_DEFAULT, escaped, ownFileName, readRaw, writeRaw } from '../run-files.ts'
import { defineTool, type McpTool } from '../tool.ts'

export function writePolicyTool({ folder }: ToolPorts): McpTool {
  return defineTool({
    name: 'write_policy',
    title: 'Write the expected behavior',
    description:
      'Writes the allowed and forbidden behavior of this agent, in plain language, into a configuration. Model judges apply it in addition to the criteria of the categories; evidence rules do not change.',
    input: z.object({
      path: z.string().max(500).default(CONFIG_DEFAULT),
      name: z.string().trim().min(1).max(200),
      criteria: z.string().trim().min(10).max(20_000),
    }),
    output: z.object({ path: z.string(), name: z.string(), replaced: z.boolean() }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run({ path: said, name, criteria }) {
      const path = ownFileName(said)
      const raw = await readRaw(folder, path)
      const next = { ...raw, policy: escaped({ name, criteria }) }
      checkRaw(next)
      await writeRaw(folder, path, next)
      return { path, name, replaced: raw['policy'] !== undefined }
    },
  })
}
