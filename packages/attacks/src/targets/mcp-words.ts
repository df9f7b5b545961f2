/** Beginning of a reply to a call of an unlisted tool that was not rejected; attacks on tool names look for it. */
export const UNLISTED_TOOL_RAN = 'The server ran a tool that it does not list'

/** Beginning of a reply when a tool that the server describes as restricted ran for a caller without credentials. */
export const RESTRICTED_TOOL_RAN = 'The server ran a tool that it restricts to other callers'
