import { readRepo } from '@gatehouse/attacks'
import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { defineTool, type McpTool } from '../tool.ts'

const sourceLocation = z.object({ path: z.string(), line: z.number() })
const reason = z.object({ reason: z.string(), at: sourceLocation.nullable() })

const OUTPUT = z.object({
  files: z.object({ listed: z.number(), read: z.number(), isComplete: z.boolean() }),
  categories: z.array(z.string()).describe('Proposals with the strongest evidence first; run_scan accepts them.'),
  untrusted: z.object({
    notes: z.array(z.string()),
    filesLeft: z.array(z.object({ path: z.string(), reason: z.string() })),
    targets: z.array(
      z.object({
        target: z.record(z.string(), z.unknown()).describe('Target for write_config. The address is a guess.'),
        endpoint: z.string(),
        confidence: z.number().min(0).max(100),
        reasons: z.array(reason.extend({ field: z.string() })),
        open: z.array(z.string()).describe('Fields that the operator of the agent must fill in.'),
      }),
    ),
    categoryReasons: z.record(z.string(), z.array(reason)),
    prompts: z.array(z.object({ text: z.string(), because: z.string(), isSure: z.boolean(), at: sourceLocation })),
    tools: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        parameters: z.array(z.string()),
        shape: z.string(),
        traits: z.array(z.string()),
        at: sourceLocation,
      }),
    ),
    routes: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        framework: z.string(),
        bodyFields: z.array(z.string()),
        replyFields: z.array(z.string()),
        streams: z.boolean(),
        isAgent: z.boolean(),
        auth: z.string().nullable(),
        at: sourceLocation,
      }),
    ),
    signals: z.array(z.object({ kind: z.string(), what: z.string(), at: sourceLocation })),
  }),
})

export function readRepoTool({ folder }: ToolPorts): McpTool {
  return defineTool({
    name: 'read_repo',
    title: 'Read the code of an agent',
    description:
      'Reads the code (JavaScript, TypeScript, Python) of the folder that the server was started with, and proposes how to attack the agent in it: targets with bodyTemplate and responsePath, allowed tools, the system prompt, and categories with the line of code that speaks for each. Runs no code. Secrets are hidden.',
    input: z.object({
      path: z.string().max(500).default('.').describe('A folder within the folder of the server.'),
    }),
    output: OUTPUT,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run({ path }, signal) {
      const { files, categories, targets, notes, prompts, tools, routes, signals } = await readRepo(
        await folder.within(path),
        {
          signal,
        },
      )
      const { left, ...counts } = files
      return {
        files: counts,
        categories: categories.map(({ name }) => name),
        untrusted: {
          notes: [...notes],
          filesLeft: [...left],
          targets: targets.map(({ target, reasons, open, ...one }) => ({
            ...one,
            target: { ...target },
            reasons: [...reasons],
            open: [...open],
          })),
          categoryReasons: Object.fromEntries(categories.map(({ name, reasons }) => [name, [...reasons]])),
          prompts: [...prompts],
          tools: tools.map((tool) => ({ ...tool, parameters: [...tool.parameters], traits: [...tool.traits] })),
          routes: routes.map((route) => ({
            ...route,
            bodyFields: [...route.bodyFields],
            replyFields: [...route.replyFields],
          })),
          signals: [...signals],
        },
      }
    },
  })
}
