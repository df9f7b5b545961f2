import { z } from 'zod'
import { resolveEntities } from '../catalogue.ts'

/** Replacements of a personal value. `tokenize` is another spelling of `tokenise`. */
export const ENTITY_ACTIONS = ['redact', 'mask', 'hash', 'tokenise', 'tokenize'] as const
export type EntityAction = Exclude<(typeof ENTITY_ACTIONS)[number], 'tokenize'>

/** More names than there are entities and aliases is a mistake. */
const ENTITIES_MAX = 1_000

/** The setting `entity_actions` of the guards that find personal data. */
export const entityActionsSetting = z
  .record(z.string().min(1).max(64), z.enum(ENTITY_ACTIONS))
  .refine((actions) => Object.keys(actions).length <= ENTITIES_MAX, `at most ${ENTITIES_MAX} entities`)
  .default(() => ({}))
  .describe(
    'What takes the place of each entity where the guard redacts, by wire name or alias; `ALL` for those not named. ' +
      '`redact`: its type, as for entities that stand in no entry. `mask`: all but its last four characters. `hash`: a keyed ' +
      'hash, the same for the same value of a tenant. `tokenise`: a token for which the value can be had again ' +
      '(`POST /v1/shield/vault/reveal`); card numbers and e-mail addresses keep their form.',
  )

/** The action for each type of finding. */
export type ActionOf = (type: string) => EntityAction

/**
 * Compiles the setting; done once per policy version.
 * @returns undefined when every entity is redacted, so that such policies have no additional cost
 * @throws {Failure} `invalid_request` that names the unknown entity
 */
export function compileEntityActions(
  setting: Readonly<Record<string, (typeof ENTITY_ACTIONS)[number]>>,
): ActionOf | undefined {
  const byType = new Map<string, EntityAction>()
  let otherwise: EntityAction = 'redact'
  for (const [name, spelled] of Object.entries(setting)) {
    const action = spelled === 'tokenize' ? 'tokenise' : spelled
    if (name.trim().toUpperCase() === 'ALL') otherwise = action
    else for (const entity of resolveEntities([name], 'entity_actions')) byType.set(entity.name, action)
  }
  if (otherwise === 'redact' && [...byType.values()].every((action) => action === 'redact')) return undefined
  return (type) => byType.get(type) ?? otherwise
}
