import { allCategories, byName } from '@gatehouse/attacks'
import { RunFile } from '@gatehouse/contracts/redteam'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { checkRaw, CONFIG_DEFAULT, escaped, ownFileName, readRaw, writeRaw } from '../run-files.ts'
import { defineTool, type McpTool } from '../tool.ts'

const attacks = RunFile.shape.customAttacks.unwrap().min(1)

export function writeCustomAttacksTool({ folder }: ToolPorts): McpTool {
  return defineTool({
    name: 'write_custom_attacks',
    title: 'Write attacks in own words',
    description:
      'Adds custom attacks to a configuration, for example attacks specific to this agent. Each attack has a category, one or more messages, and optionally texts that prove a successful attack.',
    input: z.object({
      path: z.string().max(500).default(CONFIG_DEFAULT),
      attacks,
      mode: z.enum(['append', 'replace']).default('append').describe('append: one of the same name is replaced.'),
    }),
    output: z.object({ path: z.string(), added: z.number(), replaced: z.number(), total: z.number() }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    async run({ path: said, attacks: given, mode }) {
      const path = ownFileName(said)
      const raw = await readRaw(folder, path)
      const find = byName(allCategories)
      const unknown = given.filter(({ category }) => find(category) === undefined).map(({ category }) => category)
      if (unknown.length > 0) {
        throw new Failure(
          'invalid_request',
          `Unknown category: ${[...new Set(unknown)].slice(0, 5).join(', ')}. list_categories_and_strategies lists all.`,
        )
      }
      const there =
        mode === 'append' && Array.isArray(raw['customAttacks']) ? (raw['customAttacks'] as readonly unknown[]) : []
      const names = new Set(given.flatMap(({ name }) => (name === undefined ? [] : [name])))
      const kept = there.filter(
        (item) => !(isJsonObject(item) && typeof item['name'] === 'string' && names.has(item['name'])),
      )
      const next = { ...raw, customAttacks: [...kept, ...escaped(given)] }
      checkRaw(next)
      await writeRaw(folder, path, next)
      return { path, added: given.length, replaced: there.length - kept.length, total: next.customAttacks.length }
    },
  })
}
