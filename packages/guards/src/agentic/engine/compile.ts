import { canonicalGuardName, type GuardBlock, type GuardEntry, type OnError } from '@gatehouse/contracts/policies'
import type { Action, Mode } from '@gatehouse/contracts/verdicts'
import { Failure, type Violation } from '@gatehouse/kernel'
import type { z } from 'zod'
import { issuePaths } from '../../engine/issue-places.ts'
import { normaliseEntry } from '../../engine/resolve.ts'
import type { AnyAgenticGuard } from './guard.ts'

/** A guard's entry with its settings checked and its policy settled. */
export interface CompiledEntry {
  readonly enabled: boolean
  readonly action: Action
  readonly mode: Mode
  readonly onError: OnError
  readonly settings: unknown
}

/** Entries by guard; compiled once per version of a tenant. */
export type CompiledAgentic = ReadonlyMap<string, CompiledEntry>

/**
 * Validates a tenant's `agentic_guardrails` and adds defaults.
 * @param path path of the block, for violations
 * @throws {Failure} `invalid_request` with one violation per unknown guard, unknown setting or bad value
 */
export function compileAgentic(
  block: GuardBlock,
  guards: readonly AnyAgenticGuard[],
  mode: Mode,
  path: readonly (string | number)[] = ['agentic_guardrails'],
): CompiledAgentic {
  const violations: Violation[] = []
  const byName = new Map(guards.map((guard) => [guard.name, guard]))
  const values = new Map<string, { readonly spelling: string; readonly entry: GuardBlock[string] }>()
  for (const [spelling, entry] of Object.entries(block)) {
    const name = canonicalGuardName(spelling)
    if (byName.has(name)) values.set(name, { spelling, entry: normaliseEntry(entry) })
    else violations.push(unknown([...path, spelling], spelling, [...byName.keys()].sort()))
  }
  const compiled = new Map<string, CompiledEntry>()
  for (const guard of guards) {
    const { spelling = guard.name, entry = { enabled: guard.defaults.enabled } } = values.get(guard.name) ?? {}
    const at = [...path, spelling]
    if (guard.alwaysOn === true) violations.push(...weakened(guard.name, entry, at))
    const parsed = guard.settings.strict().safeParse(entry.settings ?? {})
    if (!parsed.success) {
      for (const issue of parsed.error.issues) violations.push(...settingViolations(guard.name, at, issue))
    }
    const action = entry.action ?? guard.defaults.action
    compiled.set(guard.name, {
      enabled: entry.enabled ?? true,
      action,
      mode: mode === 'monitor' ? 'monitor' : (entry.mode ?? 'enforce'),
      onError: entry.on_error ?? (action === 'block' || action === 'require_approval' ? 'closed' : 'open'),
      settings: parsed.data,
    })
  }
  if (violations.length > 0) throw new Failure('invalid_request', violations[0]!.message, { violations })
  return compiled
}

/** Returns violations for disabling an operator's emergency guard, under any name. */
function weakened(name: string, entry: GuardEntry, at: readonly (string | number)[]): Violation[] {
  const fault = (field: string, message: string): Violation => ({
    path: [...at, field],
    message: `${name} ${message}`,
    type: 'always_on',
  })
  return [
    ...(entry.enabled === false ? [fault('enabled', 'cannot be disabled.')] : []),
    ...(entry.action !== undefined && entry.action !== 'block'
      ? [fault('action', 'supports only the action `block`.')]
      : []),
    ...(entry.mode === 'monitor' ? [fault('mode', 'does not support monitor mode.')] : []),
    ...(entry.on_error === 'open' ? [fault('on_error', 'does not support `on_error: open`.')] : []),
  ]
}

function settingViolations(name: string, at: readonly (string | number)[], issue: z.core.$ZodIssue): Violation[] {
  const message = `Guard ${name}: ${issue.message}`
  return issuePaths(issue).map((inner) => ({ path: [...at, 'settings', ...inner], message, type: issue.code }))
}

function unknown(path: readonly (string | number)[], spelling: string, known: readonly string[]): Violation {
  return {
    path,
    message: `Unknown agentic guard "${spelling}". Known: ${known.join(', ')}.`,
    type: 'unknown_guard',
  }
}
