import type { FixFiles } from '../draft.ts'
import { literal } from '../text/splice.ts'

/** Own limit: files searched for a digest. */
const FILES_MAX = 500

/** Returns the digest that another place of the source names for the same image and tag. */
export async function knownDigest(image: string, files: FixFiles): Promise<string | undefined> {
  const pinned = new RegExp(`(?<![\\w./-])${literal(image)}@(sha256:[0-9a-f]{64})(?![0-9a-f])`)
  return known(pinned, /(?:\.ya?ml|Dockerfile[^/]*|\.dockerfile|\.tf)$/i, files)
}

/** Returns the commit that another workflow names for the same version of an action: `uses: o/a@<commit> # v1.2.3`. */
export async function knownCommit(action: string, tag: string, files: FixFiles): Promise<string | undefined> {
  const pinned = new RegExp(
    `\\buses:\\s*["']?${literal(action)}@([0-9a-f]{40})["']?[ \\t]+#[ \\t]*${literal(tag)}(?![\\w.])`,
  )
  return known(pinned, /(?:^|\/)(?:\.github\/.*|action)\.ya?ml$/, files)
}

/** Two different references for one name are ambiguous: neither is used. */
async function known(pattern: RegExp, names: RegExp, { paths, read }: FixFiles): Promise<string | undefined> {
  const found = new Set<string>()
  const all = new RegExp(pattern.source, 'g')
  for (const path of paths.filter((one) => names.test(one)).slice(0, FILES_MAX)) {
    for (const match of (await read(path))?.matchAll(all) ?? []) found.add(match[1]!)
  }
  return found.size === 1 ? [...found][0] : undefined
}
