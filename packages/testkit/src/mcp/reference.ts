/** A tool server that listens. */
export interface Reference {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts an MCP server with the official SDK that has all features of the conformance suite, in both protocol versions.
 * Loads the SDK on demand: loading takes longer than most tests.
 */
export async function startReference(): Promise<Reference> {
  const { listen } = await import('./reference/server.ts')
  return listen()
}
