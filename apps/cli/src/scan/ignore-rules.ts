import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** Files whose lines name what is left out, in the folder where they lie and below. */
const RULE_FILES = ['.gitignore', '.gatehouseignore'] as const
/** Larger ones are no lists of rules. */
const RULES_BYTES_MAX = 256 * 1024

/**
 * Whether a path is left out by the rules of its folders, as git reads them; the rules of a folder win over those above it.
 * @param root the folder that is scanned
 * @returns a function of relative paths with `/`, those of folders with one at the end, asked from the root downwards
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
 * Empty where there is none that can be read: then nothing is left out, which is the safe side. Links are not followed, as git
 * follows none: behind one may be a device that never ends.
 */
function textOf(path: string): string {
  try {
    const found = lstatSync(path)
    return !found.isFile() || found.size > RULES_BYTES_MAX ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
