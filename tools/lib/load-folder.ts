import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Loads the default export of every TypeScript file in a folder, by file name without `.ts`, sorted: adding a unit means adding a file.
 * @throws {Error} when a file has no default export
 */
export async function loadFolder<Unit>(folder: string): Promise<Map<string, Unit>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const units = new Map<string, Unit>()
  for (const name of names.sort()) {
    const module = (await import(pathToFileURL(join(folder, name)).href)) as { default?: Unit }
    if (module.default === undefined) throw new Error(`${join(folder, name)} has no default export`)
    units.set(basename(name, '.ts'), module.default)
  }
  return units
}
