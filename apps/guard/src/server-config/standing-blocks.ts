import type { GuardEntry } from '@gatehouse/contracts/policies'
import { type Stage, STAGES } from '@gatehouse/contracts/verdicts'
import type { Violation } from '@gatehouse/kernel'
import { ENTRY_KEYS, type RawBlocks, readableBlocks, readableEntry, type StoredBlocks } from './stored-blocks.ts'

/** A part of the stored defaults that this build does not support. */
export interface StoredProblem {
  readonly stage: Stage
  readonly name: string
  /** Path within the entry; empty: the whole entry. */
  readonly path: readonly string[]
  readonly message: string
}

/** Stored defaults that are valid in this build, and the problems of the others. */
export interface EffectiveBlocks {
  readonly blocks: StoredBlocks
  readonly problems: readonly StoredProblem[]
}

/** Own limit: after this number of rounds, entries are removed completely, because each round compiles every guard. */
const FINE_ROUNDS_MAX = 4

type Working = Record<Stage, Map<string, GuardEntry>>

/**
 * Removes the parts of stored defaults that this build rejects: if possible only a setting or a field, otherwise the whole entry. An entry
 * that a new release rejects must not disable every guard of every tenant.
 * @param violationsOf returns the violations of blocks as defaults, by stage, name and path within the entry
 */
export function effectiveBlocks(
  raw: RawBlocks,
  violationsOf: (blocks: StoredBlocks) => readonly Violation[],
): EffectiveBlocks {
  const problems = unreadable(raw)
  const readable = readableBlocks(raw)
  const working: Working = {
    input: new Map(Object.entries(readable.input)),
    output: new Map(Object.entries(readable.output)),
    agentic: new Map(Object.entries(readable.agentic)),
  }
  for (let round = 1; ; round += 1) {
    const blocks = toBlocks(working)
    const violations = violationsOf(blocks)
    const isEmpty = STAGES.every((stage) => working[stage].size === 0)
    // Without stored entries, the file's defaults cause the error. They are validated at startup.
    if (violations.length === 0 || isEmpty) return { blocks, problems }
    // Terminates, because every violation removes a part.
    for (const violation of violations)
      problems.push(...removeViolation(working, violation, blocks, round <= FINE_ROUNDS_MAX))
  }
}

function unreadable(raw: RawBlocks): StoredProblem[] {
  return STAGES.flatMap((stage) =>
    Object.entries(raw[stage]).flatMap(([name, value]) =>
      readableEntry(value).violations.map(({ path, message }) => ({ stage, name, path: path.map(String), message })),
    ),
  )
}

/** Removes the part at the path of a violation. `found` is its block. */
function removeViolation(
  working: Working,
  { path: [first, second, ...rest], message }: Violation,
  found: StoredBlocks,
  finely: boolean,
): StoredProblem[] {
  const stage = STAGES.find((item) => item === first)
  const name = String(second)
  if (stage === undefined || !Object.hasOwn(found[stage], name)) {
    // The invalid entry is unknown, so that none of them applies.
    return STAGES.flatMap((item) => {
      const names = [...working[item].keys()]
      working[item].clear()
      return names.map((of) => ({ stage: item, name: of, path: [], message }))
    })
  }
  const path = rest.map(String)
  const entry = working[stage].get(name)
  const less = entry === undefined || !finely ? undefined : without(entry, found[stage][name]!, path)
  if (less === undefined) working[stage].delete(name)
  else working[stage].set(name, less)
  return [{ stage, name, path, message }]
}

/** Returns an entry without the setting or field at a path, or undefined if `before`, the violating entry, has none there. */
function without(entry: GuardEntry, before: GuardEntry, [field, setting]: readonly string[]): GuardEntry | undefined {
  const { settings = {} } = before
  if (field === 'settings' && setting !== undefined && Object.hasOwn(settings, setting)) {
    const remaining = Object.entries(entry.settings ?? {}).filter(([name]) => name !== setting)
    return { ...entry, settings: Object.fromEntries(remaining) }
  }
  const isThere =
    field === 'settings' ? Object.keys(settings).length > 0 : ENTRY_KEYS.some((key) => key === field && key in before)
  return isThere ? Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field)) : undefined
}

function toBlocks({ input, output, agentic }: Working): StoredBlocks {
  return { input: Object.fromEntries(input), output: Object.fromEntries(output), agentic: Object.fromEntries(agentic) }
}
