import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { integrityHashes } from '../read/hashes.ts'
import { readJson } from '../read/json.ts'
import { link, npmPurl, wantedBy } from '../read/npm.ts'
import { folderOf, within } from '../read/paths.ts'
import { listOf, Table, tableOf, textOf } from '../read/value.ts'

/**
 * Text lock file of bun. Keys are names, or paths of names where versions differ: `a/b` is the `b` that `a` resolves.
 * @see https://bun.sh/docs/install/lockfile
 */
export default defineManifest({
  name: 'bun-lock',
  names: ['bun.lock'],
  ecosystem: 'npm',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const lock = tableOf(readJson(file.text))
    const packages = tableOf(lock.get('packages'))
    for (const [key, entry] of packages.entries) {
      const [resolution, ...rest] = listOf(entry)
      const text = textOf(resolution) ?? ''
      const cut = text.indexOf('@', 1)
      const version = text.slice(cut + 1)
      if (cut === -1 || version.startsWith('workspace:')) continue
      const integrity = rest.map(textOf).findLast((item) => item !== undefined && item !== '')
      draft.add({
        key,
        purl: npmPurl(text.slice(0, cut), /^\d/.test(version) ? version : undefined),
        line: packages.lines.get(key),
        hashes: integrityHashes(integrity),
      })
    }
    for (const [key, entry] of packages.entries) {
      const facts = listOf(entry).find((item) => item instanceof Table)
      if (draft.has(key)) link(draft, key, wantedBy(facts, false), ({ name }) => nearest(key, name, draft.has))
    }
    const workspaces = tableOf(lock.get('workspaces'))
    for (const member of workspaces.entries.values()) {
      const own = textOf(tableOf(member).get('name')) ?? ''
      link(draft, undefined, wantedBy(member, true), ({ name }) => nearest(own, name, draft.has))
    }
    return draft.finish([...workspaces.entries.keys()].flatMap((key) => within(folderOf(file.path), key) ?? []))
  },
})

/** Names on the way of a key; more than any tree of packages has. */
const KEY_UNITS_MAX = 2_048

/** Returns the package of a name that is nearest to a key: below it, else below its ancestors. */
function nearest(key: string, name: string, has: (key: string) => boolean): string | undefined {
  if (key.length > KEY_UNITS_MAX) return undefined
  for (let above = key; above !== ''; above = above.slice(0, Math.max(above.lastIndexOf('/'), 0))) {
    if (has(`${above}/${name}`)) return `${above}/${name}`
  }
  return has(name) ? name : undefined
}
