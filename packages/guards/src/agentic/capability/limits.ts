/** docs/spec/guard.md §8: a token lives at most 60 seconds. */
export const CAPABILITY_LIFETIME_S_MAX = 60

/**
 * Own limit: clock difference between the signing and the verifying instance. It applies only to the start of a token's validity: the end
 * is never extended.
 */
export const CLOCK_AHEAD_MS_MAX = 5_000

/** Own limit: attenuations of one token. Delegation between agents has about three levels. */
export const ATTENUATIONS_MAX = 8

/** Own limit: fits into a header with other headers (Node's limit is 16 KiB), with all narrowings at maximum length. */
export const TOKEN_CHARS_MAX = 12_288

/** docs/spec/guard.md "Agents": names of tools and agents, and of roles. */
export const TOOL_CHARS_MAX = 200
export const NAME_CHARS_MAX = 128
/** Own limit: a path or an id of a resource on a tool server. */
export const RESOURCE_CHARS_MAX = 512

/** Own limits: number of scopes per token, and length of a scope. */
export const DATA_SCOPES_MAX = 16
export const DATA_SCOPE_CHARS_MAX = 200
/** Own limits: JSON size of a token's constraints, and their depth. */
export const CONSTRAINTS_BYTES_MAX = 2_048
export const CONSTRAINTS_DEPTH_MAX = 6
