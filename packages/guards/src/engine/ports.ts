import type { ChatModel } from '@gatehouse/models'
import type { PolicyEvaluator } from './evaluator.ts'

/** Counts events in a sliding window; `cache` implements it in memory and on Redis. */
export interface SlidingWindow {
  /**
   * Adds one event and tells how many the window now holds.
   * @param key  names what is counted, tenant first, e.g. `acme:rate_limiter:session-1`
   * @param window_ms  length of the window
   * @param limit  events allowed per window; an event over the limit is not counted
   */
  hit(key: string, window_ms: number, limit: number): Promise<WindowState> | WindowState
}

export interface WindowState {
  readonly allowed: boolean
  readonly used: number
  /** Milliseconds until one more event would be allowed; 0 when it is now. */
  readonly retryAfter_ms: number
}

/** Recent turns of conversations, shared by instances; `cache` implements it in memory and on Redis. */
export interface TurnLog {
  /** Adds a turn, keeps the last `max` of the conversation, and lets them live `ttl_ms` from now on. */
  add(key: string, turn: string, max: number, ttl_ms: number): Promise<void>
  /** The turns that are kept, oldest first. */
  read(key: string): Promise<readonly string[]>
}

/** A personal value that wants something to stand in its place. */
export interface PersonalValue {
  /** Wire name of its entity, e.g. `EMAIL_ADDRESS`. */
  readonly type: string
  readonly value: string
}

export interface TokenRequest extends PersonalValue {
  /** A new token of the right form, at random; asked again when it is taken. */
  readonly draw: () => string
}

/** Stands for personal values, under keys of each tenant. No value may be in a message of what it throws. */
export interface Vault {
  /** HMAC-SHA-256 of each value, in order; the same for the same value of a tenant. */
  hash(tenantId: string, values: readonly PersonalValue[]): Promise<readonly Uint8Array[]>
  /**
   * A token for each value, in order, for which the value can be had again; the same value keeps its token. The values
   * are durable when this resolves. `undefined` where there is room for no more.
   */
  tokenise(tenantId: string, values: readonly TokenRequest[]): Promise<readonly (string | undefined)[]>
}

/** What guards need from outside; the application hands it in, so that no guard knows a cache or a network. */
export interface GuardPorts {
  readonly windows: SlidingWindow
  /** Absent: each text is judged by itself, also where a session is named. */
  readonly turns?: TurnLog
  /** Absent: no model is configured, and only local methods run. */
  readonly model?: ChatModel
  /** Absent: values that were to be hashed or tokenised are redacted. */
  readonly vault?: Vault
  /** Evaluates large texts; absent: all texts are evaluated in the calling thread. */
  readonly evaluator?: PolicyEvaluator
}
