import type { SafetyQuery, CheckFacts, SafeFacts } from '../facts.ts'
import { passedTo } from './arguments.ts'
import type { Ground } from './ground.ts'
import { callOf, type FileNode, type Fn } from './program.ts'

/** Gatehouse-specific limit: maximum depth of nested checks. */
const DEPTH_MAX = 4

const HOLDS = -1

/** Resolves checks by functions of other files: whether an argument is validated. */
export class Checked {
  readonly #ground: Ground
  readonly #checks = new Map<FileNode, ReadonlyMap<number, CheckFacts>>()
  /** By query: {@link HOLDS}, or the minimum depth at which it failed. */
  readonly #known = new Map<string, number>()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /**
   * Whether a list of rules with a safe value includes rules of a group.
   * @param numbers numbers of the rule groups
   */
  isAmong(except: readonly number[], file: FileNode, numbers: readonly number[]): boolean {
    const first = file.facts.rules.length
    if (except.some((item) => numbers.includes(item - first))) return true
    return except.some((item) => item < 0 && this.#holds(-1 - item, file, numbers, 0))
  }

  #holds(ask: number, file: FileNode, numbers: readonly number[], depth: number): boolean {
    if (depth > DEPTH_MAX) return false
    const key = `${file.index} ${ask} ${numbers.join()}`
    const known = this.#known.get(key)
    // With more depth than there was it may be found.
    if (known !== undefined && known <= depth) return known === HOLDS
    const safetyQuery = file.facts.asks?.[ask]
    const holds = safetyQuery !== undefined && this.#isSaid(safetyQuery, file, numbers, depth)
    this.#known.set(key, holds ? HOLDS : depth)
    return holds
  }

  #isSaid(askFacts: SafetyQuery, file: FileNode, numbers: readonly number[], depth: number): boolean {
    const fn = file.functions[askFacts.function]
    if (fn === undefined) return false
    const targets = this.#ground.targets.of(fn.firstCall + askFacts.call)
    return (
      targets.length > 0 &&
      targets.every(({ fn: called, mode, isGuess }) => {
        const check = this.#checksIn(called.file).get(called.index)
        if (mode !== 'call' || isGuess === true || check === undefined || (check.isAsync && !askFacts.isAwaited))
          return false
        const parameter = parameterOf(fn, askFacts, called)
        const lists = askFacts.when === undefined ? check.onReturn : askFacts.when ? check.onTrue : check.onFalse
        const safe: SafeFacts = lists[parameter] ?? []
        if (safe === 'all' || safe.some((group) => numbers.includes(group))) return true
        return safe.some((other) => other < 0 && this.#holds(-1 - other, called.file, numbers, depth + 1))
      })
    )
  }

  #checksIn(file: FileNode): ReadonlyMap<number, CheckFacts> {
    let checks = this.#checks.get(file)
    if (checks === undefined) {
      checks = new Map((file.facts.checks ?? []).map((check) => [check.function, check]))
      this.#checks.set(file, checks)
    }
    return checks
  }
}

/** Returns the parameter of an argument; -1 for an unknown or ambiguous one. */
function parameterOf(fn: Fn, { call, argument }: SafetyQuery, called: Fn): number {
  const facts = callOf(fn, call)
  if (facts.spread?.some((place) => place <= argument) === true) return -1
  const [only, ...others] = passedTo(facts, argument, called.facts)
  return only === undefined || others.length > 0 || only.from.length + only.to.length > 0 ? -1 : only.parameter
}
