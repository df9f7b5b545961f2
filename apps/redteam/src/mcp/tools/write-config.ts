import { RunFile } from '@gatehouse/contracts/redteam'
import { prepareRun } from '@gatehouse/attacks'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import type { ToolPorts } from '../ports.ts'
import { checkRaw, CONFIG_DEFAULT, escaped, ownFileName, readRaw, writeRaw } from '../run-files.ts'
import { checkTargets } from '../targets.ts'
import { defineTool, type McpTool } from '../tool.ts'

const INPUT = z.object({
  path: z.string().max(500).default(CONFIG_DEFAULT).describe('Within the folder; redteam….json or gatehouse….json.'),
  config: z
    .object({
      target: z.record(z.string(), z.unknown()).describe('As target of read_repo proposes it.'),
      categories: z.array(z.string().max(100)).max(400).optional(),
      attackConfig: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('adaptiveRounds, maxAttacksPerCategory, concurrency, strategies, seed, budget and the like.'),
      customAttacks: RunFile.shape.customAttacks,
      policy: RunFile.shape.policy,
      failUnder: RunFile.shape.failUnder,
      failOn: RunFile.shape.failOn,
    })
    .strict(),
  overwrite: z.boolean().default(false).describe('Whether a configuration that is there may be replaced.'),
})

export function writeConfigTool({ folder, allowed }: ToolPorts): McpTool {
  return defineTool({
    name: 'write_config',
    title: 'Write a configuration of runs',
    description:
      'Writes a configuration for run_scan and "gatehouse redteam run --config" after validating it. Secrets are not written: use ${NAME} as a reference. Custom attacks and a policy in an existing file are kept unless given.',
    input: INPUT,
    output: z.object({
      path: z.string(),
      created: z.boolean(),
      estimatedTotal: z.number().describe('Attacks at most, where the target can do all that is configured.'),
      categories: z.array(z.string()),
      open: z.array(z.string()).describe('Variables that have to be set and named with --env.'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run({ path: said, config, overwrite }) {
      const path = ownFileName(said)
      const before = await readRaw(folder, path).catch((thrown: unknown) => {
        if (thrown instanceof Failure && thrown.code === 'not_found') return undefined
        throw thrown
      })
      if (before !== undefined && !overwrite) {
        throw new Failure('conflict', `${path} already exists: set overwrite, or choose another name.`)
      }
      const { target, ...rest } = config
      const kept = Object.fromEntries(
        ['customAttacks', 'policy'].flatMap((name) => (before?.[name] === undefined ? [] : [[name, before[name]]])),
      )
      const raw = { ...kept, target, ...escaped(rest) }
      const read = checkRaw(raw)
      checkTargets(read.target, allowed)
      const prepared = prepareRun(read)
      await writeRaw(folder, path, raw)
      const open = [...JSON.stringify(target).matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g)].map(
        ([, name]) => name ?? '',
      )
      return {
        path,
        created: before === undefined,
        estimatedTotal: prepared.estimatedTotal,
        categories: prepared.categories.map(({ name }) => name),
        open: [...new Set(open)],
      }
    },
  })
}
