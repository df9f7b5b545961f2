import type { GuardEntry, OnError } from '@gatehouse/contracts/policies'
import { type Action, type Mode, TIERS } from '@gatehouse/contracts/verdicts'
import { Failure, type Violation } from '@gatehouse/kernel'
import { ACTION_DEFAULT, BUILTIN_DEFAULTS, type ContentStage, TIER_DEADLINE_MS } from './defaults.ts'
import type { AnyGuard } from './guard.ts'
import type { PolicyOffload } from './evaluator.ts'
import { issuePaths } from './issue-places.ts'
import { withJudge } from './judge.ts'
import type { GuardPorts } from './ports.ts'
import type { Registry } from './registry.ts'
import { normaliseEntry, type PolicySource, type ResolvedBlock } from './resolve.ts'

/** A guard with its settings compiled and its policy settled. */
export interface CompiledGuard {
  readonly guard: AnyGuard
  readonly action: Action
  readonly mode: Mode
  readonly onError: OnError
  readonly deadline_ms: number
  readonly prepared: unknown
  /** `details` of a result that has none of its own; every result names its backend. */
  readonly plainDetails: Readonly<Record<string, unknown>>
}

/** Compiled configuration of one stage of one tenant; created once per policy version. */
export interface CompiledPolicy {
  readonly stage: ContentStage
  readonly mode: Mode
  readonly source: PolicySource
  /** Guards by tier, in the order of {@link TIERS}; each tier in the order of names. */
  readonly tiers: readonly (readonly CompiledGuard[])[]
  /** Default: every text is evaluated in the calling thread. */
  readonly offload?: PolicyOffload
}

export interface CompileOptions {
  readonly stage: ContentStage
  readonly mode: Mode
  readonly registry: Registry
  readonly ports: GuardPorts
  /** Path of the block in the request or file, for violations, e.g. `['body', 'input']`. */
  readonly path: readonly (string | number)[]
}

/**
 * Compiles the entries of one stage.
 * @throws {Failure} `invalid_request` with one violation per unknown guard, unknown setting or bad value
 */
export function compilePolicy(resolved: ResolvedBlock, options: CompileOptions): CompiledPolicy {
  const violations: Violation[] = []
  const compiled: CompiledGuard[] = []
  for (const [name, entry] of Object.entries(resolved.guards)) {
    const normal = normaliseEntry(entry)
    const spelling = resolved.asked.get(name)
    const path = [...options.path, spelling ?? name]
    const guard = options.registry.find(options.stage, name)
    if (guard === undefined) {
      // A default guard without an implementation in this version is listed as unavailable; an explicit one is rejected.
      if (spelling === undefined) continue
      const reason = options.registry.reasonUnavailable(options.stage, name)
      if (reason === undefined) violations.push(unknownGuard(options, path, spelling))
      else if (normal.enabled) violations.push({ path, message: reason, type: 'guard_unavailable' })
      continue
    }
    const compiledGuard = compileEntry(guard, normal, options, path, violations)
    if (compiledGuard !== undefined && normal.enabled) compiled.push(compiledGuard)
  }
  if (violations.length > 0) {
    throw new Failure('invalid_request', violations[0]!.message, { violations })
  }
  compiled.sort((a, b) => (a.guard.name < b.guard.name ? -1 : 1))
  const { stage, mode } = options
  const { evaluator } = options.ports
  return {
    stage,
    mode,
    source: resolved.source,
    tiers: TIERS.map((tier) => compiled.filter(({ guard }) => guard.tier === tier)),
    ...(evaluator === undefined ? {} : { offload: { evaluator, recipe: { stage, mode, resolved } } }),
  }
}

function compileEntry(
  guard: AnyGuard,
  entry: GuardEntry,
  options: CompileOptions,
  path: readonly (string | number)[],
  violations: Violation[],
): CompiledGuard | undefined {
  const parsed = guard.settings.strict().safeParse(entry.settings ?? {})
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const message = `Guard ${guard.name}: ${issue.message}`
      for (const at of issuePaths(issue)) {
        violations.push({ path: [...path, 'settings', ...at], message, type: issue.code })
      }
    }
    return undefined
  }
  const action = entry.action ?? BUILTIN_DEFAULTS[options.stage][guard.name]?.action ?? ACTION_DEFAULT
  try {
    const { model } = options.ports
    const joined = model === undefined ? guard : withJudge(guard, parsed.data, model)
    return {
      guard: joined,
      action,
      mode: options.mode === 'monitor' ? 'monitor' : (entry.mode ?? 'enforce'),
      onError: entry.on_error ?? (action === 'block' ? 'closed' : 'open'),
      deadline_ms: entry.deadline_ms ?? TIER_DEADLINE_MS[joined.tier],
      prepared: guard.prepare(parsed.data, options.ports),
      plainDetails: Object.freeze({ backend: guard.backend }),
    }
  } catch (thrown) {
    // Valid settings may still fail to compile, e.g. a pattern that no linear engine supports.
    if (!(thrown instanceof Failure) || thrown.code !== 'invalid_request') throw thrown
    const inner =
      thrown.violations.length > 0 ? thrown.violations : [{ path: [], message: thrown.message, type: 'value' }]
    for (const violation of inner) {
      violations.push({ ...violation, path: [...path, 'settings', ...violation.path] })
    }
    return undefined
  }
}

function unknownGuard(options: CompileOptions, path: readonly (string | number)[], spelling: string): Violation {
  const known = options.registry.names(options.stage).join(', ')
  return { path, message: `Unknown ${options.stage} guard "${spelling}". Known: ${known}.`, type: 'unknown_guard' }
}
