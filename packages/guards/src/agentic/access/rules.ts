import type { Clearance } from '@gatehouse/contracts/agents'
import { higher } from '../clearance.ts'
import { type Glob, globOf } from './glob.ts'
import { type ResourceName, resourceName } from './resource.ts'

/** A tenant's rule for resources. */
export interface ResourceRule {
  readonly pattern: string
  readonly classification: Clearance
  /** Permitted actions, agents and roles; default: all. */
  readonly actions?: readonly string[] | undefined
  readonly agents?: readonly string[] | undefined
  readonly roles?: readonly string[] | undefined
}

interface Compiled {
  readonly rule: ResourceRule
  readonly glob: Glob
}

const compiledRules = new WeakMap<readonly ResourceRule[], readonly Compiled[]>()

/** Returns the rules of a list with compiled patterns; cached per list, since lists are immutable. */
function compiled(rules: readonly ResourceRule[]): readonly Compiled[] {
  let rulesWithGlobs = compiledRules.get(rules)
  if (rulesWithGlobs === undefined) {
    rulesWithGlobs = rules.flatMap((rule) => {
      const glob = globOf(rule.pattern === '*' ? '*' : patternForm(rule.pattern))
      return glob === undefined ? [] : [{ rule, glob }]
    })
    compiledRules.set(rules, rulesWithGlobs)
  }
  return rulesWithGlobs
}

/** Normalizes a pattern like the names. */
function patternForm(pattern: string): string {
  const { plain } = resourceName(pattern)
  return pattern.endsWith('/') ? `${plain}/` : plain
}

/**
 * Returns the rule for a resource: the most specific match, and the strictest of equals. A rule for a lookalike of the name applies where
 * it is stricter.
 */
export function ruleFor(rules: readonly ResourceRule[], name: ResourceName): ResourceRule | undefined {
  const own = bestOf(rules, name.plain)
  let found = own
  for (const look of name.lookalikes) {
    const rule = bestOf(rules, look)
    if (rule === undefined) continue
    if (
      found === undefined ||
      (higher(rule.classification, found.classification) === rule.classification &&
        rule.classification !== found.classification)
    ) {
      found = rule
    }
  }
  return found
}

function bestOf(rules: readonly ResourceRule[], name: string): ResourceRule | undefined {
  let best: Compiled | undefined
  for (const item of compiled(rules)) {
    if (best !== undefined && item.glob.weight < best.glob.weight) continue
    if (!item.glob.matches(name)) continue
    const isStricter =
      best === undefined ||
      item.glob.weight > best.glob.weight ||
      higher(item.rule.classification, best.rule.classification) !== best.rule.classification
    if (isStricter) best = item
  }
  return best?.rule
}
