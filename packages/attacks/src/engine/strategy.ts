import type { Carrier, Message } from './attack.ts'
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
  'multimodal',
] as const
export type StrategyGroup = (typeof STRATEGY_GROUPS)[number]

/** Parts of an attack that a strategy changes. */
export interface Approach {
  readonly turns: readonly string[]
  readonly history: readonly Message[]
  /** Refused messages are removed from the conversation before the next one. */
  readonly retracts?: true
}

/** Transformation of an attack that is independent of its content: one file. */
export interface Strategy {
  /** As addresses and reports spell it, e.g. `base64`. */
  readonly name: string
  readonly group: StrategyGroup
  readonly title: string
  readonly description: string
  readonly isDefault: boolean
  /** Names in other tools. */
  readonly aliases: readonly string[]
  /** Whether another strategy may be applied to the output: an encoding of an encoding is unreadable. */
  readonly isOuter: boolean
  /** Number of messages that the strategy makes of one: 1 for most. Bounded by `maxMultiTurnSteps`. */
  readonly steps: number
  /** Seeds that the strategy is applied to; default: those in the languages of the run. */
  readonly seeds?: 'other_languages'
  /** The messages are sent in files of this kind. */
  readonly carrier?: Carrier
  /** Deterministic for a given random source. Keeps the marker readable for a target that follows the attack. */
  readonly apply: (approach: Approach, random: Random) => Approach
}

/** @throws {RangeError} naming the invalid property */
export function defineStrategy(strategy: Strategy): Strategy {
  if (!/^[a-z][a-z0-9_]{2,40}$/.test(strategy.name)) {
    throw new RangeError(`"${strategy.name}" is no name for a strategy`)
  }
  return strategy
}
