import { posix } from 'node:path'
import type { SourceTree } from '@gatehouse/scan-engine'

const FOLDERS =
  /(?:^|\/)(node_modules|bower_components|site-packages|\.venv|venv|\.terraform|\.terragrunt-cache)(?=\/)/g

/** Files next to a folder that a package manager fills. */
const BESIDE: Readonly<Record<string, RegExp>> = {
  node_modules: /^(?:package\.json|deno\.jsonc?)$/,
  bower_components: /^(?:bower|package)\.json$/,
  '.terraform': /\.tf(?:\.json)?$|^\.terraform\.lock\.hcl$|^terragrunt\.hcl$/,
  '.terragrunt-cache': /^terragrunt\.hcl$|\.tf$/,
}
/** Files in the root of a virtual environment. */
const ENVIRONMENT = /^(?:pyvenv\.cfg|conda-meta)$/
/** Metadata that installers write to `site-packages` for each package. */
const DISTRIBUTION = /\.(?:dist-info|egg-info)$/

/** Returns the outermost folder of installed packages that contains a file, with a trailing `/`; undefined for all other files. */
export type InstalledFolderOf = (path: string) => string | undefined

/**
 * Recognizes folders of installed packages by their names and by the manifest that a package manager needs or writes there. A folder with
 * only the name is scanned like any other folder.
 */
export function installedFoldersIn({ files, beside = [] }: Pick<SourceTree, 'files' | 'beside'>): InstalledFolderOf {
  const names = new Map<string, Set<string>>()
  const add = (path: string): void => {
    // Folders count as names in the folder above them.
    for (let at = path; at !== '.' && at !== ''; at = posix.dirname(at)) {
      const folder = posix.dirname(at)
      const known = names.get(folder)
      if (known === undefined) names.set(folder, new Set([posix.basename(at)]))
      else if (known.has(posix.basename(at))) return
      else known.add(posix.basename(at))
    }
  }
  for (const { path } of files) add(path)
  for (const { path } of beside) add(path)
  const has = (folder: string, pattern: RegExp): boolean =>
    [...(names.get(folder) ?? [])].some((name) => pattern.test(name))
  const known = new Map<string, boolean>()
  const isInstalled = (folder: string, name: string): boolean => {
    let found = known.get(folder)
    if (found === undefined) {
      const manifest = BESIDE[name]
      if (manifest !== undefined) found = has(posix.dirname(folder), manifest)
      else found = has(folder, name === 'site-packages' ? DISTRIBUTION : ENVIRONMENT)
      known.set(folder, found)
    }
    return found
  }
  return (path) => {
    for (const { 0: text, 1: name = '', index } of path.matchAll(FOLDERS)) {
      const folder = path.slice(0, index + text.length)
      if (isInstalled(folder, name)) return `${folder}/`
    }
    return undefined
  }
}
