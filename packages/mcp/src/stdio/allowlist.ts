import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The commands that a deployment lets routes run. */
export interface CommandAllowlist {
  /** Whether a route may name this command, with these arguments. */
  mayRun(command: string, args: readonly string[]): boolean
  /** The file that the command is; undefined when it is not allowed, or was not found. */
  fileOf(command: string): string | undefined
}

/**
 * Reads the list once: what a bare name means is settled when the service starts, and a file that is put into an earlier folder
 * of the path afterwards is never run in its place.
 * @param entries  exact paths, or bare names to look for, each alone or with the arguments that it must begin with, after blanks
 * @param path  where bare names are looked for, as `PATH` has it
 */
export function commandAllowlist(entries: readonly string[], path: string): CommandAllowlist {
  const files = new Map<string, string | undefined>()
  const beginnings = new Map<string, (readonly string[])[]>()
  for (const entry of entries) {
    const [command = '', ...args] = entry.split(/\s+/)
    const file = isAbsolute(command) ? command : found(command, path)
    files.set(command, file)
    if (file !== undefined) files.set(file, file)
    for (const name of new Set([command, file ?? command])) {
      beginnings.set(name, [...(beginnings.get(name) ?? []), args])
    }
  }
  return {
    mayRun: (command, args) =>
      beginnings.get(command)?.some((fixed) => fixed.every((argument, index) => args[index] === argument)) === true,
    fileOf: (command) => files.get(command),
  }
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
