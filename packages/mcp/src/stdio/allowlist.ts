import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The commands that a deployment lets routes run. */
export interface CommandAllowlist {
  /** Whether a route may name this command. */
  mayRun(command: string): boolean
  /** The file that the command is; undefined when it is not allowed, or was not found. */
  fileOf(command: string): string | undefined
}

/**
 * Reads the list once: what a bare name means is settled when the service starts, and a file that is put into an earlier folder
 * of the path afterwards is never run in its place.
 * @param entries  exact paths, or bare names to look for
 * @param path  where bare names are looked for, as `PATH` has it
 */
export function commandAllowlist(entries: readonly string[], path: string): CommandAllowlist {
  const files = new Map<string, string | undefined>()
  for (const entry of entries) {
    const file = isAbsolute(entry) ? entry : found(entry, path)
    files.set(entry, file)
    if (file !== undefined) files.set(file, file)
  }
  return { mayRun: (command) => files.has(command), fileOf: (command) => files.get(command) }
}

function found(name: string, path: string): string | undefined {
  if (name.includes('/')) return undefined
  for (const folder of path.split(delimiter)) {
    // An empty or relative folder would mean whatever folder the service was started in.
    if (!isAbsolute(folder)) continue
    const file = join(folder, name)
    if (isExecutable(file)) return file
  }
  return undefined
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
