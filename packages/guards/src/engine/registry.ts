import { INPUT_GUARD_NAMES, OUTPUT_GUARD_NAMES } from '@gatehouse/contracts/policies'
import type { ContentStage } from './defaults.ts'
import type { AnyGuard } from './guard.ts'

/** The guards of this build, by stage and name. */
export interface Registry {
  find(stage: ContentStage, name: string): AnyGuard | undefined
  /** Names that the stage accepts, whether available or not, sorted. */
  names(stage: ContentStage): readonly string[]
  /** Returns why a guard of the contract cannot run; `undefined` for an unknown name. */
  reasonUnavailable(stage: ContentStage, name: string): string | undefined
  readonly guards: readonly AnyGuard[]
}

const CONTRACT_NAMES: Readonly<Record<ContentStage, readonly string[]>> = {
  input: INPUT_GUARD_NAMES,
  output: OUTPUT_GUARD_NAMES,
}

/** Indexes guard definitions; a name in the contract without an implementation in the build is known, but unavailable. */
export function createRegistry(guards: readonly AnyGuard[]): Registry {
  const index: Record<ContentStage, Map<string, AnyGuard>> = { input: new Map(), output: new Map() }
  for (const guard of guards) {
    for (const stage of guard.stages) {
      if (stage !== 'agentic') index[stage].set(guard.name, guard)
    }
  }
  return {
    guards,
    find: (stage, name) => index[stage].get(name),
    names: (stage) => [...new Set([...index[stage].keys(), ...CONTRACT_NAMES[stage]])].sort(),
    reasonUnavailable(stage, name) {
      if (index[stage].has(name) || !CONTRACT_NAMES[stage].includes(name)) return undefined
      return `Guard ${name} has no implementation in this version and cannot be enabled.`
    },
  }
}
