/**
 * Maximum limit with exact windows, which store the time of every event: 8 bytes each in memory. It covers the requests per minute of
 * every plan (docs/spec/guard.md allows at most 1,000).
 */
export const EXACT_LIMIT_MAX = 1000
/** Number of slices of a window above that limit: capacity returns at most 1/60 of the window late. */
export const WINDOW_SLICES = 60
/** Own limit: quotas are counted by day at most. */
export const WINDOW_MS_MAX = 7 * 24 * 60 * 60 * 1000
/** The longest-lived entries are quota counters of a month; a year is a mistake. */
export const TTL_MS_MAX = 400 * 24 * 60 * 60 * 1000
/** Longer keys are replaced by their digest. */
export const KEY_CHARS_MAX = 256
/** Maximum size of one value as JSON. Conversation turns and tokens have kilobytes. */
export const VALUE_BYTES_MAX = 256 * 1024
/** Maximum number of values per list. Guards read only the recent turns of a conversation. */
export const LIST_VALUES_MAX = 1000

/**
 * Maximum numbers of entries and bytes of each kind in the memory cache; above them the least recently used entries of the largest owner
 * are evicted.
 */
export const MEMORY_ENTRIES_MAX = 100_000
export const MEMORY_BYTES_MAX = 48 * 1024 * 1024
/** Windows have a separate limit, so that values cannot evict rate limits. */
export const WINDOW_ENTRIES_MAX = 100_000
export const WINDOW_BYTES_MAX = 32 * 1024 * 1024
/**
 * Maximum number of nonces. Nonces are never evicted: above this limit new ones are rejected, since an evicted nonce could be spent twice.
 * One tenant can use at most three quarters.
 */
export const NONCE_ENTRIES_MAX = 200_000
export const NONCE_BYTES_MAX = 64 * 1024 * 1024

/** A Redis server in the same network responds in 1 ms. A guard's budget is some tens of milliseconds. */
export const COMMAND_TIMEOUT_MS = 500
export const CONNECT_TIMEOUT_MS = 2000
/** A connection without data for this time while a reply is due is closed and replaced. */
export const SOCKET_TIMEOUT_MS = 2000
export const RECONNECT_DELAY_MS_MIN = 50
export const RECONNECT_DELAY_MS_MAX = 2000
