import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Commands that a deployment allows routes to run. */
export interface CommandAllowlist {
  /** Returns whether a route may use this command with these arguments. */
  mayRun(command: string, args: readonly string[]): boolean
  /** Returns the file of the command; undefined if it is not allowed or was not found. */
  fileOf(command: string): string | undefined
}

/**
 * Resolves the list once at service start. A file that is later added to an earlier folder of the path is never run instead.
 * @param entries exact paths, or bare names to resolve, optionally followed by required leading arguments, separated by spaces
 * @param path search path for bare names, in `PATH` format
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
    // An empty or relative folder would depend on the working directory of the service.
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
