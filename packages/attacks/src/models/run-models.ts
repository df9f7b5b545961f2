import type { ChatModel } from '@gatehouse/models'

/** What a model costs: whoever runs it knows. */
export interface ModelPrice {
  readonly promptUsdPerMillion: number
  readonly completionUsdPerMillion: number
}

/** Ways in which a model writes attacks. */
export const WRITING_METHODS = ['observed', 'pair', 'tap', 'goat'] as const
export type WritingMethod = (typeof WRITING_METHODS)[number]

/** The models of a run. Whoever has none passes none: nothing here is needed for a run. */
export interface RunModels {
  /** Asked about replies of which evidence tells nothing; each is measured first, and those that cannot tell are left out. */
  readonly judges: readonly ChatModel[]
  /** Writes attacks in the adaptive rounds. */
  readonly attacker?: ChatModel
  /** All of them unless said otherwise. */
  readonly methods?: readonly WritingMethod[]
  /** By the name of the model. A run with a bound in money asks no model whose price nobody has said. */
  readonly prices?: ReadonlyMap<string, ModelPrice>
  /** Whether judges look as well at what the rules took for withstood without hard evidence; `false` unless said otherwise. */
  readonly secondOpinion?: boolean
  /** Whether judges are measured on known examples first; `true` unless said otherwise. */
  readonly calibrate?: boolean
}
