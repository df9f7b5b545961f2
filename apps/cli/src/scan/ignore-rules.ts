import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** Files with ignore rules for their folder and below. */
const RULE_FILES = ['.gitignore', '.gatehouseignore'] as const
/** Own limit: larger files are not rule lists. */
const RULES_BYTES_MAX = 256 * 1024

/**
 * Returns a function that applies ignore rules with git's semantics. Rules of a folder override those of its parents.
 * @param root the scanned folder
 * @returns a function of relative paths with `/`, with a trailing slash for folders; to be called from the root downwards
 */
export function ignoreRules(root: string): (path: string) => boolean {
  const folders = new Map<string, Ignore | undefined>()
  const rulesOf = (folder: string): Ignore | undefined => {
    if (!folders.has(folder)) folders.set(folder, readRules(join(root, folder)))
    return folders.get(folder)
  }
  return (path) => {
    const names = (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
    let ignored = false
    for (let depth = 0; depth < names.length; depth += 1) {
      const folder = names.slice(0, depth).join('/')
      const below = path.slice(folder === '' ? 0 : folder.length + 1)
      const verdict = rulesOf(folder)?.test(below)
      if (verdict?.ignored === true) ignored = true
      else if (verdict?.unignored === true) ignored = false
    }
    return ignored
  }
}

function readRules(folder: string): Ignore | undefined {
  const texts = RULE_FILES.map((name) => textOf(join(folder, name))).filter((text) => text !== '')
  return texts.length === 0 ? undefined : ignore().add(texts.join('\n'))
}

/**
 * Returns an empty text if the file is unreadable, so that nothing is ignored. Links are not followed, as in git: they could lead to an
 * infinite device.
 */
function textOf(path: string): string {
  try {
    const found = lstatSync(path)
    return !found.isFile() || found.size > RULES_BYTES_MAX ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
