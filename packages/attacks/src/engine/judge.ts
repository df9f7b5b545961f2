import type { JudgeKind, Verdict } from '@gatehouse/contracts'
import type { Exchange } from './exchange.ts'

/** A stretch of a text, in UTF-16 units, the end not included. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** What one judge saw, for people: where it was seen and what it is. */
export interface Evidence {
  /** Stable, e.g. `marker_in_reply`, `tool_called`, `blocked_by_guard`. */
  readonly code: string
  /** A sentence. Secrets of the target are masked. */
  readonly detail: string
  /** Of the conversation, from 0; undefined where it is about the whole. */
  readonly turn?: number
  /** The words around it, bounded; how the text had to be decoded to see them. */
  readonly excerpt?: string
  /** Where in the reply of the turn it stands, in order and apart; absent where the judge cannot tell. */
  readonly spans?: readonly Place[]
  readonly decodedBy?: readonly string[]
}

export interface Judgement {
  readonly verdict: Verdict
  readonly kind: JudgeKind
  /** 0–1: how sure the judge is, from its measured rates of error. */
  readonly confidence: number
  readonly evidence: readonly Evidence[]
  /** On models, for this judgement. */
  readonly spent?: Spent
}

/** What models were used for. Money is undefined where a price is not known. */
export interface Spent {
  readonly calls: number
  readonly tokens: number
  readonly usd: number | undefined
}

/**
 * One way of telling whether an attack has succeeded. A judge that has nothing to say says nothing: only what is seen counts,
 * and that nothing was seen is not yet a defence.
 */
export interface Judge {
  readonly name: string
  /** Pure, and linear in the reply. */
  readonly judge: (exchange: Exchange) => Judgement | undefined
}
