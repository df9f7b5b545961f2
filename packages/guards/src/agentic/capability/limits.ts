/** docs/spec/guard.md §8: a token lives at most 60 seconds. */
export const CAPABILITY_LIFETIME_S_MAX = 60

/**
 * Ours: how far the clock of the instance that signed may be ahead of the one that verifies. It moves the start of a token
 * alone: the end is never put off.
 */
export const CLOCK_AHEAD_MS_MAX = 5_000

/** Ours: narrowings of one token. An agent that hands work to an agent that does the same is three deep. */
export const ATTENUATIONS_MAX = 8

/** Ours: fits into a header beside others (Node takes 16 KiB of them), with all narrowings at their longest. */
export const TOKEN_CHARS_MAX = 12_288

/** docs/spec/guard.md "Agents": names of tools and agents, and of roles. */
export const TOOL_CHARS_MAX = 200
export const NAME_CHARS_MAX = 128
/** Ours: a path or an id of something, as tool servers name what they hold. */
export const RESOURCE_CHARS_MAX = 512

/** Ours: scopes of one token, and characters of one. */
export const DATA_SCOPES_MAX = 16
export const DATA_SCOPE_CHARS_MAX = 200
/** Ours: constraints of one token as JSON; and how deep they nest. */
export const CONSTRAINTS_BYTES_MAX = 2_048
export const CONSTRAINTS_DEPTH_MAX = 6
