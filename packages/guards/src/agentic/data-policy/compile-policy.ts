import { DataPolicy, type RuleBackend } from '@gatehouse/contracts/policies'
import { Failure, type Violation } from '@gatehouse/kernel'
import { compilePatterns, type PatternRules } from './pattern-rules.ts'
import { readPlainRule } from './plain-rule.ts'
import { compileRoleRules, type RoleRules } from './role-rules.ts'

/** A data policy with compiled patterns, detectors and rules. */
export interface CompiledDataPolicy {
  readonly document: DataPolicy
  readonly patterns: PatternRules
  readonly roles: RoleRules
}

export interface CompileDataOptions {
  /** Whether a model is configured. */
  readonly hasModel: boolean
  /** Path of the policy in the request, for violations. */
  readonly path?: readonly (string | number)[]
}

/**
 * Compiles a data policy.
 * @throws {Failure} `invalid_request` with one violation for each invalid field, each pattern that the linear-time engine does not
 * support, and each rule that requires a missing model
 */
export function compileDataPolicy(
  value: unknown,
  { hasModel, path = ['body'] }: CompileDataOptions,
): CompiledDataPolicy {
  const parsed = DataPolicy.safeParse(value)
  if (!parsed.success) {
    throw refused(
      parsed.error.issues.map(({ path: at, message, code }) => ({
        path: [...path, ...at.map((step) => (typeof step === 'symbol' ? String(step) : step))],
        message,
        type: code,
      })),
    )
  }
  const document = parsed.data
  const violations: Violation[] = []
  const { sanitization_rules: rules, sanitization_mode: mode, role_policies: roles } = document
  const seen = new Set<string>()
  for (const [index, { pattern_id: id }] of rules.entries()) {
    const at = [...path, 'sanitization_rules', index, 'pattern_id']
    if (seen.has(id)) violations.push({ path: at, message: `More than one rule is named "${id}".`, type: 'duplicate' })
    seen.add(id)
  }
  if (mode !== 'regex' && !hasModel) {
    const message = `Mode "${mode}" requires a model, but none is configured.`
    violations.push({ path: [...path, 'sanitization_mode'], message, type: 'guard_unavailable' })
  }
  const compiled = {
    document,
    patterns: compilePatterns(rules, [...path, 'sanitization_rules'], violations),
    roles: compileRoleRules(roles, path, hasModel, violations),
  }
  if (violations.length > 0) throw refused(violations)
  return compiled
}

/** Returns the method for each natural-language rule of a policy. */
export function backendsOf({ document, roles }: CompiledDataPolicy): readonly RuleBackend[] {
  const { sanitization_intent: intent, sanitization_mode: mode } = document
  if (intent === undefined || intent === '' || mode === 'regex') return roles.backends
  return [{ path: 'sanitization_intent', rule: intent, backend: 'llm' }, ...roles.backends]
}

/** Returns warnings about ineffective parts of a policy, one sentence each. */
export function warningsOf({ document }: CompiledDataPolicy): readonly string[] {
  const { sanitization_intent: intent, sanitization_mode: mode, sanitization_rules: rules, enabled } = document
  const warnings: string[] = []
  if (!enabled) warnings.push('The policy is not enabled and has no effect.')
  if (mode === 'ai' && rules.length > 0) {
    warnings.push('Mode "ai" does not run sanitization_rules; mode "both" runs them before the model.')
  }
  if (mode === 'regex' && intent !== undefined && intent !== '') {
    const reading = readPlainRule(intent)
    const hint = reading.local ? ' Local detectors could evaluate it as an output rule for the role "*".' : ''
    warnings.push(`In mode "regex" sanitization_intent has no effect.${hint}`)
  }
  return warnings
}

function refused(violations: readonly Violation[]): Failure {
  return new Failure('invalid_request', violations[0]!.message, { violations })
}
