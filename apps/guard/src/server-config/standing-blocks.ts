import { type GuardEntry, type Stage, STAGES } from '@gatehouse/contracts'
import type { Violation } from '@gatehouse/kernel'
import { ENTRY_KEYS, type RawBlocks, readableBlocks, readableEntry, type StoredBlocks } from './stored-blocks.ts'

/** What of the stored defaults this build refuses. */
export interface StoredProblem {
  readonly stage: Stage
  readonly name: string
  /** The place within the entry; empty: all of it. */
  readonly path: readonly string[]
  readonly message: string
}

/** Stored defaults as they hold in this build, and what of them does not. */
export interface StandingBlocks {
  readonly blocks: StoredBlocks
  readonly problems: readonly StoredProblem[]
}

/** Ours: after so many rounds whole entries go in place of their parts, since each round compiles every guard once. */
const FINE_ROUNDS_MAX = 4

type Working = Record<Stage, Map<string, GuardEntry>>

/**
 * Takes from stored defaults what this build refuses, as little as possible: a setting or a field alone, which falls back to
 * the file's or the build's, and a whole entry only where nothing less helps. One entry that a release has come to refuse
 * must not stop every guard of every tenant.
 * @param violationsOf  what compiling blocks as defaults finds, by stage, name and place within the entry
 */
export function standingBlocks(
  raw: RawBlocks,
  violationsOf: (blocks: StoredBlocks) => readonly Violation[],
): StandingBlocks {
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
    // Without an entry there is none to blame: the file's own defaults were checked at the start.
    if (violations.length === 0 || isEmpty) return { blocks, problems }
    // Every violation removes something, so that this ends.
    for (const violation of violations) problems.push(...takeAway(working, violation, blocks, round <= FINE_ROUNDS_MAX))
  }
}

function unreadable(raw: RawBlocks): StoredProblem[] {
  return STAGES.flatMap((stage) =>
    Object.entries(raw[stage]).flatMap(([name, value]) =>
      readableEntry(value).violations.map(({ path, message }) => ({ stage, name, path: path.map(String), message })),
    ),
  )
}

/** Removes what a violation is about; `found` is what it was found in. */
function takeAway(
  working: Working,
  { path: [first, second, ...rest], message }: Violation,
  found: StoredBlocks,
  finely: boolean,
): StoredProblem[] {
  const stage = STAGES.find((one) => one === first)
  const name = String(second)
  if (stage === undefined || !Object.hasOwn(found[stage], name)) {
    // Nobody can tell which entry it is, so none of them holds.
    return STAGES.flatMap((one) => {
      const names = [...working[one].keys()]
      working[one].clear()
      return names.map((of) => ({ stage: one, name: of, path: [], message }))
    })
  }
  const path = rest.map(String)
  const entry = working[stage].get(name)
  const less = entry === undefined || !finely ? undefined : without(entry, found[stage][name]!, path)
  if (less === undefined) working[stage].delete(name)
  else working[stage].set(name, less)
  return [{ stage, name, path, message }]
}

/** An entry without the setting or the field at a place; undefined where `before`, in which it was found, has none there. */
function without(entry: GuardEntry, before: GuardEntry, [field, setting]: readonly string[]): GuardEntry | undefined {
  const { settings = {} } = before
  if (field === 'settings' && setting !== undefined && Object.hasOwn(settings, setting)) {
    const kept = Object.entries(entry.settings ?? {}).filter(([name]) => name !== setting)
    return { ...entry, settings: Object.fromEntries(kept) }
  }
  const isThere =
    field === 'settings' ? Object.keys(settings).length > 0 : ENTRY_KEYS.some((key) => key === field && key in before)
  return isThere ? Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field)) : undefined
}

function toBlocks({ input, output, agentic }: Working): StoredBlocks {
  return { input: Object.fromEntries(input), output: Object.fromEntries(output), agentic: Object.fromEntries(agentic) }
}
