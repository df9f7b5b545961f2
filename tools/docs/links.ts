import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { SitePage } from './pages.ts'

/** Maximum size of a repository file that a page displays by a link; longer ones are only named. */
const SHOWN_BYTES_MAX = 64 * 1024
/** Data files and images: served unchanged. */
const HANDED_OUT = /\.(?:json|png|jpg|webp|svg)$/
/** Picture in two themes, which needs HTML on a code host; the site shows one of them. */
const PICTURE = /<picture>(?:(?!<\/picture>)[^])*?<img src="([^"]+)" alt="([^"]*)"[^>]*>\s*<\/picture>/g
const LINK = /(?<=\]\()([^)\s]+)(?=\))/g

/** Pages by path in the repository, and the files that links of theirs need on the site. */
export interface Linking {
  readonly root: string
  readonly pages: ReadonlyMap<string, SitePage>
  /** Files of the repository that are shown as pages of their own, collected on the way. */
  readonly sources: Set<string>
  /** Files that are served unchanged. */
  readonly files: Set<string>
}

/** Returns a page with links that are valid on the site. Code is unchanged. */
export function relinked({ path, at, text }: SitePage, linking: Linking): string {
  const lines = text.replaceAll(PICTURE, '![$2]($1)').split('\n')
  let fence: string | undefined
  return lines
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark !== undefined && (fence === undefined || line.trim().startsWith(fence))) {
        fence = fence === undefined ? mark : undefined
        return line
      }
      return fence === undefined ? unlinked(line.replaceAll(LINK, (to) => target(to, path, at, linking))) : line
    })
    .join('\n')
}

/** Placeholder for a link without a target; {@link unlinked} replaces the link by its text. */
const NOWHERE = 'gatehouse:nowhere'

function target(to: string, path: string, at: string, linking: Linking): string {
  if (/^[a-z][a-z0-9+.-]*:|^#/i.test(to)) return to
  const [file = '', anchor] = to.split('#')
  const wanted = posix.join(posix.dirname(path), file).replace(/\/$/, '')
  const page = linking.pages.get(wanted) ?? linking.pages.get(`${wanted}/README.md`)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (page !== undefined) return `${relative(at, page.at)}${hash}`
  const full = join(linking.root, wanted)
  if (!existsSync(full) || !statSync(full).isFile() || wanted.endsWith('.md')) return NOWHERE
  if (HANDED_OUT.test(wanted)) {
    linking.files.add(wanted)
    return `/files/${wanted}`
  }
  if (statSync(full).size > SHOWN_BYTES_MAX) return NOWHERE
  linking.sources.add(wanted)
  return relative(at, sourceUrl(wanted))
}

/** Returns the site path of a repository file. */
export function sourceUrl(path: string): string {
  return `source/${path}.md`
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function unlinked(line: string): string {
  return line.replaceAll(/!?\[([^\]]*)\]\(gatehouse:nowhere\)/g, '$1')
}
