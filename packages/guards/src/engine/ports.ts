import type { ChatModel } from '@gatehouse/models'
import type { PolicyEvaluator } from './evaluator.ts'

/** Counts events in a sliding window; `cache` implements it in memory and on Redis. */
export interface SlidingWindow {
  /**
   * Adds one event and returns the number in the window.
   * @param key counter name, tenant first, e.g. `acme:rate_limiter:session-1`
   * @param window_ms length of the window
   * @param limit events allowed per window; an event over the limit is not counted
   */
  hit(key: string, window_ms: number, limit: number): Promise<WindowState> | WindowState
}

export interface WindowState {
  readonly allowed: boolean
  readonly used: number
  /** Milliseconds until one more event would be allowed; 0 if it is allowed now. */
  readonly retryAfter_ms: number
}

/** Recent turns of conversations, shared by instances; `cache` implements it in memory and on Redis. */
export interface TurnLog {
  /** Adds a turn, keeps the last `max` of the conversation, and sets their expiry to `ttl_ms` from now on. */
  add(key: string, turn: string, max: number, ttl_ms: number): Promise<void>
  /** Returns the stored turns, oldest first. */
  read(key: string): Promise<readonly string[]>
}

/** A personal value that needs a token. */
export interface PersonalValue {
  /** Wire name of its entity, e.g. `EMAIL_ADDRESS`. */
  readonly type: string
  readonly value: string
}

export interface TokenRequest extends PersonalValue {
  /** Returns a new random token of the right form; called again when it is taken. */
  readonly draw: () => string
}

/** Replaces personal values by tokens, with keys of each tenant. No error message may contain a value. */
export interface Vault {
  /** HMAC-SHA-256 of each value, in order; the same for the same value of a tenant. */
  hash(tenantId: string, values: readonly PersonalValue[]): Promise<readonly Uint8Array[]>
  /**
   * Returns a reversible token for each value, in order; the same value keeps its token. The values are durable when this resolves.
   * `undefined` where the vault is full.
   */
  tokenise(tenantId: string, values: readonly TokenRequest[]): Promise<readonly (string | undefined)[]>
}

/** External dependencies of guards; the application provides them, so that no guard depends on a cache or a network. */
export interface GuardPorts {
  readonly windows: SlidingWindow
  /** Default: each text is evaluated alone, even with a session. */
  readonly turns?: TurnLog
  /** If absent, no model is configured, and only local methods run. */
  readonly model?: ChatModel
  /** Default: values that were to be hashed or tokenised are redacted. */
  readonly vault?: Vault
  /** Evaluates large texts; default: all texts are evaluated in the calling thread. */
  readonly evaluator?: PolicyEvaluator
}
