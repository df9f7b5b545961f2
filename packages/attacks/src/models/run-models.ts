import type { ChatModel } from '@gatehouse/models'

/** Price of a model, configured by its operator. */
export interface ModelPrice {
  readonly promptUsdPerMillion: number
  readonly completionUsdPerMillion: number
}

/** Ways in which a model writes attacks. */
export const WRITING_METHODS = ['observed', 'pair', 'tap', 'goat'] as const
export type WritingMethod = (typeof WRITING_METHODS)[number]

/** Models of a run. Optional: runs work without models. */
export interface RunModels {
  /** Judges for replies without conclusive evidence; each is calibrated first, and unreliable ones are left out. */
  readonly judges: readonly ChatModel[]
  /** Writes attacks in the adaptive rounds. */
  readonly attacker?: ChatModel
  /** Default: all methods. */
  readonly methods?: readonly WritingMethod[]
  /** By model name. A run with a cost limit uses no model without a price. */
  readonly prices?: ReadonlyMap<string, ModelPrice>
  /** Whether judges also review attacks that the rules decided as withstood without hard evidence; default `false`. */
  readonly secondOpinion?: boolean
  /** Whether judges are calibrated on known examples first; default `true`. */
  readonly calibrate?: boolean
}
