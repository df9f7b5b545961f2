import { listedCategories, listedStrategies } from '@gatehouse/attacks/reports'
import { z } from 'zod'
import { defineTool, type McpTool } from '../tool.ts'

const line = z.object({
  name: z.string(),
  group: z.string(),
  title: z.string(),
  description: z.string(),
  isDefault: z.boolean(),
})

export function listTool(): McpTool {
  return defineTool({
    name: 'list_categories_and_strategies',
    title: 'List attack categories and strategies',
    description:
      'Lists the attack categories and strategies that run_scan and write_config accept, with the requirements of each.',
    input: z.object({
      kind: z.enum(['categories', 'strategies', 'both']).default('both'),
      group: z.string().max(60).optional().describe('Only categories of this group, for example tools.'),
      search: z
        .string()
        .max(100)
        .optional()
        .describe('Only entries whose name, title or description contains this text.'),
    }),
    output: z.object({
      categories: z.array(
        line.extend({
          severity: z.string().nullable(),
          needs: z.array(z.string()),
          aliases: z.array(z.string()),
          seeds: z.number(),
          domains: z.array(z.string()).describe('Domain packs with attacks of the category.'),
        }),
      ),
      strategies: z.array(line.extend({ aliases: z.array(z.string()), turns: z.number() })),
    }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run({ kind, group, search }) {
      const word = search?.toLowerCase()
      const isWanted = (one: { name: string; title: string; description: string; group: string }): boolean =>
        (group === undefined || one.group === group) &&
        (word === undefined || `${one.name} ${one.title} ${one.description}`.toLowerCase().includes(word))
      const categories = kind === 'strategies' ? [] : listedCategories().filter(isWanted)
      const strategies = kind === 'categories' ? [] : listedStrategies().filter(isWanted)
      return Promise.resolve({
        categories: categories.map((category) => ({
          ...shown(category),
          severity: category.severity,
          needs: [...category.needs],
          aliases: [...category.aliases],
          seeds: category.seeds,
          domains: category.domains,
        })),
        strategies: strategies.map((strategy) => ({
          ...shown(strategy),
          aliases: [...strategy.aliases],
          turns: strategy.steps,
        })),
      })
    },
  })
}

function shown({
  name,
  group,
  title,
  description,
  ...one
}: {
  name: string
  group: string
  title: string
  description: string
  default: boolean
}) {
  return { name, group, title, description, isDefault: one.default }
}
