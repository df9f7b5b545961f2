/** A tool server that listens. */
export interface Reference {
  readonly url: string
  stop(): Promise<void>
}

/**
 * A tool server made with the official SDK that has everything the conformance suite asks for, in both eras. The SDK is
 * loaded only here: it takes longer than most tests.
 */
export async function startReference(): Promise<Reference> {
  const { listen } = await import('./reference/server.ts')
  return listen()
}
