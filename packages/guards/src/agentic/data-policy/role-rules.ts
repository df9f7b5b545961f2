import type { RolePolicy, RuleBackend } from '@gatehouse/contracts/policies'
import type { DataStage } from '@gatehouse/contracts/verdicts'
import type { Violation } from '@gatehouse/kernel'
import { resolveEntities } from '../../detectors/pii/catalogue.ts'
import { createPiiDetector, type PiiDetector } from '../../detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../detectors/pii/entity.ts'
import { ANY_ROLE } from '../../detectors/roles/roles.ts'
import { PERSONAL_DATA } from './entity-words.ts'
import type { ReviewRule } from './model-review.ts'
import { readPlainRule } from './plain-rule.ts'

/** A rule that local detectors support. */
export interface LocalRule {
  /** Path in the policy, e.g. `role_policies.0.output_rules.1`. */
  readonly id: string
  /** The rule as written. */
  readonly description: string
  readonly action: 'redact' | 'mask' | 'block'
  readonly entities: ReadonlySet<string>
}

/** Rules for one role at one stage. */
export interface RulesOfRole {
  readonly local: readonly LocalRule[]
  /** Detects the entities of all local rules; undefined without local rules. */
  readonly detector: PiiDetector | undefined
  readonly remote: readonly ReviewRule[]
  /** Set if the whole payload is denied to the role. */
  readonly refused: { readonly id: string; readonly description: string } | undefined
}

/** The role rules of one policy, compiled per role at first use. */
export interface RoleRules {
  readonly backends: readonly RuleBackend[]
  of(stage: DataStage, role: string | undefined): RulesOfRole
}

/** A rule of any entry, read. */
interface ReadRule {
  readonly stage: DataStage
  readonly path: string
  readonly text: string
  /** If absent, a model must evaluate it. */
  readonly entities: readonly string[] | undefined
}

interface Entry {
  readonly index: number
  readonly role: string
  readonly action: RolePolicy['action']
  readonly rules: readonly ReadRule[]
}

const STAGE_RULES = { input: 'input_rules', output: 'output_rules' } as const
const STAGES = ['input', 'output'] as const

const NO_RULES: RulesOfRole = { local: [], detector: undefined, remote: [], refused: undefined }

/**
 * Compiles role policies.
 * @param hasModel whether a model is configured; without one a rule that local detectors do not support is a violation
 */
export function compileRoleRules(
  policies: readonly RolePolicy[],
  path: readonly (string | number)[],
  hasModel: boolean,
  violations: Violation[],
): RoleRules {
  const entries = policies.map((policy, index) => readEntry(policy, index))
  const rules = entries.flatMap((entry) => (entry.action === 'allow' ? [] : entry.rules))
  for (const { path: place, text, entities } of rules) {
    if (entities === undefined && !hasModel) violations.push(needsModel(path, place, text))
  }
  const kept = new Map<string, RulesOfRole>()
  const known = new Set(entries.map(({ role }) => role))
  return {
    backends: rules.map(({ path: place, text, entities }) => ({
      path: place,
      rule: text,
      ...(entities === undefined
        ? { backend: 'llm' as const }
        : { backend: 'builtin' as const, entities: [...entities] }),
    })),
    of(stage, role) {
      const name = role !== undefined && known.has(role) ? role : ANY_ROLE
      const key = `${stage}:${name}`
      let found = kept.get(key)
      if (found === undefined) {
        found = rulesOf(entriesFor(entries, name), stage)
        kept.set(key, found)
      }
      return found
    },
  }
}

function readEntry({ role, action, ...rules }: RolePolicy, index: number): Entry {
  const read = STAGES.flatMap((stage) =>
    rules[STAGE_RULES[stage]].map((text, at): ReadRule => {
      const reading = readPlainRule(text)
      const path = `role_policies.${index}.${STAGE_RULES[stage]}.${at}`
      return { stage, path, text, entities: reading.local ? reading.entities : undefined }
    }),
  )
  return { index, role, action, rules: read }
}

function needsModel(path: readonly (string | number)[], place: string, text: string): Violation {
  const reading = readPlainRule(text)
  const why = reading.local ? '' : ` ("${reading.unknown.slice(0, 64)}" is not recognized)`
  return {
    path: [...path, ...place.split('.').map((step) => (/^\d+$/u.test(step) ? Number(step) : step))],
    message: `No model is configured, and local detectors cannot evaluate this rule${why}.`,
    type: 'guard_unavailable',
  }
}

/** Returns the entries for a role. `*` applies to roles without their own entry. */
function entriesFor(entries: readonly Entry[], role: string): readonly Entry[] {
  const own = entries.filter((entry) => entry.role === role && role !== ANY_ROLE)
  if (own.some(({ action }) => action === 'allow')) return own
  return [...own, ...entries.filter((entry) => entry.role === ANY_ROLE)]
}

function rulesOf(entries: readonly Entry[], stage: DataStage): RulesOfRole {
  const local: LocalRule[] = []
  const remote: ReviewRule[] = []
  let refused: RulesOfRole['refused']
  for (const { index, action, role, rules } of entries) {
    if (action === 'allow') continue
    if (rules.length === 0) {
      const id = `role_policies.${index}`
      if (action === 'block') refused = { id, description: `The role ${role} must not see the payload.` }
      else local.push({ id, description: 'Personal data and secrets', action, entities: new Set(PERSONAL_DATA) })
    }
    for (const { stage: of, path, text, entities } of rules) {
      if (of !== stage) continue
      if (entities === undefined) remote.push({ text, action })
      else local.push({ id: path, description: text, action, entities: new Set(entities) })
    }
  }
  if (local.length === 0 && remote.length === 0 && refused === undefined) return NO_RULES
  return { local, remote, refused, detector: detectorOf(local) }
}

/** Rules that hide personal data from a role that a tool's own policy restricts. */
export function personalDataRules(id: string, description: string): RulesOfRole {
  const local: readonly LocalRule[] = [{ id, description, action: 'redact', entities: new Set(PERSONAL_DATA) }]
  return { local, remote: [], refused: undefined, detector: detectorOf(local) }
}

function detectorOf(rules: readonly LocalRule[]): PiiDetector | undefined {
  const names = new Set(rules.flatMap(({ entities }) => [...entities]))
  if (names.size === 0) return undefined
  return createPiiDetector(resolveEntities([...names], 'role_policies'), SCORE_THRESHOLD_DEFAULT)
}
