/**
 * Up to this limit a window keeps the time of every event: 8 bytes each in memory. It covers the requests per minute
 * of every plan (0-decisions.md section 1: at most 1,000).
 */
export const EXACT_LIMIT_MAX = 1000
/** Slices of a window above that: room comes back at most 1/60 of the window late. */
export const WINDOW_SLICES = 60
/** Quotas are counted by day at most; a week leaves room. */
export const WINDOW_MS_MAX = 7 * 24 * 60 * 60 * 1000
/** The longest-lived entries are quota counters of a month; a year is a mistake. */
export const TTL_MS_MAX = 400 * 24 * 60 * 60 * 1000
/** Longer keys are replaced by their digest: tenant, kind and a caller's own id fit. */
export const KEY_CHARS_MAX = 256
/** One value as JSON. Conversation turns and tokens are kilobytes; files do not belong here. */
export const VALUE_BYTES_MAX = 256 * 1024
/** Values of one list: a conversation is judged over its recent turns. */
export const LIST_VALUES_MAX = 1000

/** Entries and bytes that the memory cache holds of each kind; beyond them the least recently used of whoever holds most go. */
export const MEMORY_ENTRIES_MAX = 100_000
export const MEMORY_BYTES_MAX = 48 * 1024 * 1024
/** Windows have room of their own, so that values cannot push rate limits out. */
export const WINDOW_ENTRIES_MAX = 100_000
export const WINDOW_BYTES_MAX = 32 * 1024 * 1024
/**
 * Nonces are never pushed out: beyond this, new ones are refused, for a forgotten nonce could be spent twice. One tenant alone
 * has three quarters of it at most.
 */
export const NONCE_ENTRIES_MAX = 200_000
export const NONCE_BYTES_MAX = 64 * 1024 * 1024

/** A Redis in the same network answers in 1 ms; a guard's whole budget is tens of them. */
export const COMMAND_TIMEOUT_MS = 500
export const CONNECT_TIMEOUT_MS = 2000
/** A connection that is silent so long while a reply is due is dead, and a new one is made. */
export const SOCKET_TIMEOUT_MS = 2000
export const RECONNECT_DELAY_MS_MIN = 50
export const RECONNECT_DELAY_MS_MAX = 2000
