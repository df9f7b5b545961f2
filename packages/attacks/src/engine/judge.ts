import type { JudgeKind, Verdict } from '@gatehouse/contracts/redteam'
import type { Exchange } from './exchange.ts'
import type { ContentKind } from './oracle.ts'

/** Range of a text in UTF-16 units, end exclusive. */
export interface ReplyRange {
  readonly start: number
  readonly end: number
}

/** Observation of one judge, for people: location and description. */
export interface Evidence {
  /** Stable, e.g. `marker_in_reply`, `tool_called`, `blocked_by_guard`. */
  readonly code: string
  /** A sentence. Secrets of the target are masked. */
  readonly detail: string
  /** Index of the turn in the conversation, from 0; undefined for the entire conversation. */
  readonly turn?: number
  /** Surrounding text, bounded; names the decoding that was necessary. */
  readonly excerpt?: string
  /** Ranges in the reply of the turn, sorted and disjoint; absent when unknown. */
  readonly spans?: readonly ReplyRange[]
  readonly decodedBy?: readonly string[]
  /** Hash of a disclosed value, which evidence never shows. */
  readonly hash?: string
  /** Disclosed content: its kind and a noun phrase, e.g. `a private key`. */
  readonly content?: { readonly kind: ContentKind; readonly what: string }
}

export interface Judgement {
  readonly verdict: Verdict
  readonly kind: JudgeKind
  /** 0–1: confidence of the judge, from its measured error rates. */
  readonly confidence: number
  readonly evidence: readonly Evidence[]
  /** On models, for this judgement. */
  readonly spent?: Spent
}

/** Model usage. The cost is undefined when a price is unknown. */
export interface Spent {
  readonly calls: number
  readonly tokens: number
  readonly usd: number | undefined
}

/**
 * One method to decide whether an attack succeeded. A judge returns nothing without an observation: only observations count, and their
 * absence is not yet a defense.
 */
export interface Judge {
  readonly name: string
  /** Pure, and linear in the reply. */
  readonly judge: (exchange: Exchange) => Judgement | undefined
}
