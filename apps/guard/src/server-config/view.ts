import type { EffectiveEntry, ServerConfig } from '@gatehouse/contracts/guard'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { Stage } from '@gatehouse/contracts/verdicts'
import { type ContentStage, listGuards, mergeBlocks, type Registry } from '@gatehouse/guards'
import { allAgenticGuards, compileAgentic } from '@gatehouse/guards/agentic'
import { NO_TENANT, type Policies } from '@gatehouse/screening'
import { type Defaults, withDefaults } from './server-defaults.ts'
import type { StoredProblem } from './standing-blocks.ts'

export interface ViewParts {
  readonly policies: Policies
  readonly registry: Registry
  /** Entries of the configuration file. */
  readonly configured: Readonly<Partial<Record<ContentStage, GuardBlock>>>
}

/** Returns the effective defaults, and the source of each. Protected settings are masked. */
export function serverConfigView(defaults: Defaults, parts: ViewParts): ServerConfig {
  const listed = [
    ...contentEntries('input', defaults, parts),
    ...contentEntries('output', defaults, parts),
    ...agenticEntries(defaults),
  ]
  const named = Map.groupBy(withProblems(listed, defaults), ([name]) => name)
  return {
    version: defaults.version,
    updated_at: defaults.updatedAt?.toISOString() ?? null,
    updated_by: defaults.updatedBy,
    guardrails: Object.fromEntries(
      [...named].map(([name, entries]) => [
        name,
        entries.length === 1 ? entries[0]![1] : Object.fromEntries(entries.map(([, entry]) => [entry.stage, entry])),
      ]),
    ),
  }
}

type Named = [name: string, entry: EffectiveEntry]

function contentEntries(stage: ContentStage, defaults: Defaults, parts: ViewParts): Named[] {
  const { policies, registry, configured } = parts
  const everybody = withDefaults(NO_TENANT, defaults)
  const inFile = mergeBlocks({}, configured[stage] ?? {})
  const policy = policies.policyFor(stage, everybody, undefined, [])
  return listGuards(stage, registry, policies.resolved(stage, everybody), policy).map(
    ({ name, enabled, action, mode, settings, available }) => [
      name,
      {
        enabled,
        ...(action === undefined ? {} : { action }),
        ...(mode === undefined ? {} : { mode }),
        settings: settings ?? {},
        stage,
        source: sourceOf(name, stage, defaults, inFile),
        available,
      },
    ],
  )
}

function agenticEntries(defaults: Defaults): Named[] {
  const own = defaults.blocks.agentic
  return [...compileAgentic(own, allAgenticGuards, 'enforce')].map(([name, { enabled, action, mode }]) => [
    name,
    {
      enabled,
      action,
      mode,
      settings: { ...own[name]?.settings },
      stage: 'agentic',
      source: sourceOf(name, 'agentic', defaults, {}),
      available: true,
    },
  ])
}

/** Returns entries with the stored parts that do not apply, and entries for unsupported guards. */
function withProblems(entries: readonly Named[], { problems }: Defaults): readonly Named[] {
  const at = (stage: Stage, name: string): string => `${stage} ${name}`
  const byPlace = Map.groupBy(problems, ({ stage, name }) => at(stage, name))
  const known = entries.map(([name, entry]): Named => {
    const own = byPlace.get(at(entry.stage, name))
    byPlace.delete(at(entry.stage, name))
    return own === undefined ? [name, entry] : [name, { ...entry, problems: own.map(shownProblem) }]
  })
  const unknown = [...byPlace.values()].map((own): Named => {
    const { name, stage } = own[0]!
    const problem = { settings: {}, stage, source: 'stored' as const, problems: own.map(shownProblem) }
    return [name, { enabled: false, available: false, ...problem }]
  })
  return [...known, ...unknown]
}

function shownProblem({ path, message }: StoredProblem): { path: string[]; message: string } {
  return { path: [...path], message }
}

function sourceOf(name: string, stage: Stage, { blocks }: Defaults, inFile: GuardBlock): EffectiveEntry['source'] {
  if (Object.hasOwn(blocks[stage], name)) return 'stored'
  return Object.hasOwn(inFile, name) ? 'file' : 'builtin'
}
