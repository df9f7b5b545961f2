import type { ServerConfigPatch } from '@gatehouse/contracts/guard'
import { canonicalGuardName, type GuardBlock, GuardEntry } from '@gatehouse/contracts/policies'
import { type Stage, STAGES } from '@gatehouse/contracts/verdicts'
import type { Registry } from '@gatehouse/guards'
import { allAgenticGuards } from '@gatehouse/guards/agentic'
import { Failure, isJsonObject, MASK, type Violation } from '@gatehouse/kernel'

/** Deployment entries written by administrators, by stage and canonical name. */
export type StoredBlocks = Readonly<Record<Stage, GuardBlock>>

export const NO_BLOCKS: StoredBlocks = { input: {}, output: {}, agentic: {} }

/** Raw stored entries. Another build may have written them. */
export type RawBlocks = Readonly<Record<Stage, Readonly<Record<string, unknown>>>>

/** Parses the stored document. */
export function storedBlocks(document: unknown): RawBlocks {
  const blockOf = (stage: Stage): Readonly<Record<string, unknown>> => {
    const block = isJsonObject(document) ? document[stage] : undefined
    return isJsonObject(block) ? block : {}
  }
  return { input: blockOf('input'), output: blockOf('output'), agentic: blockOf('agentic') }
}

/** Returns a stored entry without unsupported fields, and their problems by path. */
export function readableEntry(value: unknown): {
  readonly entry: GuardEntry | undefined
  readonly violations: readonly Violation[]
} {
  const parsed = GuardEntry.safeParse(value)
  if (parsed.success) return { entry: parsed.data, violations: [] }
  const violations = parsed.error.issues.map(({ path, message, code }) => ({
    path: path.map(String),
    message,
    type: code,
  }))
  if (!isJsonObject(value)) return { entry: undefined, violations }
  const wrong = new Set(violations.map(({ path }) => path[0]))
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name)))
  return { entry: GuardEntry.safeParse(rest).data, violations }
}

/** Returns the readable stored entries without unsupported fields. */
export function readableBlocks(raw: RawBlocks): StoredBlocks {
  const blockOf = (stage: Stage): GuardBlock =>
    Object.fromEntries(
      Object.entries(raw[stage]).flatMap(([name, value]): [string, GuardEntry][] => {
        const { entry } = readableEntry(value)
        return entry === undefined ? [] : [[name, entry]]
      }),
    )
  return { input: blockOf('input'), output: blockOf('output'), agentic: blockOf('agentic') }
}

/** Keys of an entry that are not settings. */
export const ENTRY_KEYS = ['enabled', 'action', 'mode', 'on_error', 'deadline_ms'] as const

/**
 * Applies a patch to the stored entries: omitted fields stay, null removes an entry.
 * @throws {Failure} `invalid_request` that names unknown guards
 */
export function patchedBlocks(before: RawBlocks, { guardrails }: ServerConfigPatch, registry: Registry): RawBlocks {
  const after = {
    input: new Map(Object.entries(before.input)),
    output: new Map(Object.entries(before.output)),
    agentic: new Map(Object.entries(before.agentic)),
  }
  const unknown: string[] = []
  for (const [spelling, value] of Object.entries(guardrails)) {
    const name = canonicalGuardName(spelling)
    const stages = stagesOf(name, registry)
    // Entries of an earlier build can be removed by name, even if this build does not support them.
    const remaining = STAGES.filter((stage) => value === null && after[stage].has(name))
    if (stages.length === 0 && remaining.length === 0) unknown.push(spelling)
    for (const [stage, entry] of staged(value, [...new Set([...stages, ...remaining])])) {
      const block = after[stage]
      if (entry === null) block.delete(name)
      else block.set(name, patchedEntry(readableEntry(block.get(name)).entry, entry))
    }
  }
  if (unknown.length > 0) throw unknownGuards(unknown)
  return {
    input: Object.fromEntries(after.input),
    output: Object.fromEntries(after.output),
    agentic: Object.fromEntries(after.agentic),
  }
}

type StoredEntry = ServerConfigPatch['guardrails'][string]

function staged(value: StoredEntry, stages: readonly Stage[]): [Stage, GuardEntry | null][] {
  if (!isStaged(value)) return stages.map((stage) => [stage, value])
  // An entry for a wrong stage is kept, so that the compilation reports its path.
  return (['input', 'output', 'agentic'] as const).flatMap((stage) => {
    const entry = value[stage]
    return entry === undefined ? [] : [[stage, entry] as [Stage, GuardEntry | null]]
  })
}

/** Whether an entry contains stages instead of settings. */
export function isStaged(value: StoredEntry): value is Partial<Record<Stage, GuardEntry | null>> {
  const names = Object.keys(value ?? {})
  return names.length > 0 && names.every((name) => name === 'input' || name === 'output' || name === 'agentic')
}

function stagesOf(name: string, registry: Registry): readonly Stage[] {
  const content = (['input', 'output'] as const).filter((stage) => registry.names(stage).includes(name))
  return allAgenticGuards.some((guard) => guard.name === name) ? [...content, 'agentic'] : content
}

function patchedEntry(before: GuardEntry | undefined, patch: GuardEntry): GuardEntry {
  const settings = new Map(Object.entries(before?.settings ?? {}))
  const own = { ...before, ...patch }
  const entry: GuardEntry = { enabled: own.enabled ?? true }
  for (const key of ENTRY_KEYS) if (own[key] !== undefined) Object.assign(entry, { [key]: own[key] })
  // Settings may be in `settings` or next to `enabled`. A mask from a response keeps the stored value.
  const { settings: nested = {}, ...extra } = patch
  for (const [name, value] of [...Object.entries(extra), ...Object.entries(nested)]) {
    if (ENTRY_KEYS.some((key) => key === name) || value === MASK) continue
    if (value === null) settings.delete(name)
    else settings.set(name, value)
  }
  return { ...entry, settings: Object.fromEntries(settings) }
}

function unknownGuards(spellings: readonly string[]): Failure {
  const violations = spellings.map((spelling) => ({
    path: ['body', 'guardrails', spelling],
    message: `Unknown guard "${spelling}".`,
    type: 'unknown_guard',
  }))
  return new Failure('invalid_request', violations[0]!.message, { violations })
}
