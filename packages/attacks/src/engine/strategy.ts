import type { Message } from './attack.ts'
import type { Random } from './random.ts'

export const STRATEGY_GROUPS = [
  'encoding',
  'smuggling',
  'splitting',
  'wrapper',
  'format',
  'shots',
  'history',
  'overflow',
  'language',
  'persistence',
  'multi_turn',
  'indirect',
  'search',
] as const
export type StrategyGroup = (typeof STRATEGY_GROUPS)[number]

/** What a strategy changes of an attack. */
export interface Approach {
  readonly turns: readonly string[]
  readonly history: readonly Message[]
}

/** A way of saying it, whatever it is: one file. */
export interface Strategy {
  /** As addresses and reports spell it, e.g. `base64`. */
  readonly name: string
  readonly group: StrategyGroup
  readonly title: string
  readonly description: string
  readonly isDefault: boolean
  /** Names under which other tools know it. */
  readonly aliases: readonly string[]
  /** Whether another strategy may be applied to what it makes: an encoding of an encoding says nothing to anybody. */
  readonly isOuter: boolean
  /** Messages that it makes of one: 1 for most. Bounded by `maxMultiTurnSteps`. */
  readonly steps: number
  /** Deterministic from the numbers alone. Keeps the marker readable for whoever obeys. */
  readonly apply: (approach: Approach, random: Random) => Approach
}

/** @throws {RangeError} naming what is wrong */
export function defineStrategy(strategy: Strategy): Strategy {
  if (!/^[a-z][a-z0-9_]{2,40}$/.test(strategy.name)) {
    throw new RangeError(`"${strategy.name}" is no name for a strategy`)
  }
  return strategy
}
