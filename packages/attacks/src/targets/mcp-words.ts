/** Beginning of a reply to a call of an unlisted tool that was not rejected; attacks on tool names look for it. */
export const UNLISTED_TOOL_RAN = 'The server ran a tool that it does not list'
