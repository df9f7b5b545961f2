import type { Command } from 'commander'

/** Environment of a command, replaceable in tests. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdin: AsyncIterable<Buffer | string>
  readonly stdout: { write(text: string): unknown }
  /** Progress is shown on terminals only. */
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
  /** Resolves at the first SIGINT or SIGTERM. A second one ends the process immediately. */
  untilStopped(): Promise<string>
}

/** Registers one command under its parent. */
export type RegisterCommand = (parent: Command, io: Io, exit: (code: number) => void) => void

/** Exit codes. 1 is a negative verdict, so that scripts can distinguish it from an error. */
export const EXIT = { ok: 0, refused: 1, failure: 2 } as const
