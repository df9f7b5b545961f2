import { posix } from 'node:path'
import type { Problem } from '../lib/problem.ts'
import type { TextFile, Tree } from './rule.ts'

/** Relative links of Markdown files that lead nowhere: to a file that is not there, or to a heading that is not in it. */
export function brokenLinks({ paths, files }: Tree): Problem[] {
  const folders = new Set([...paths].flatMap(parents))
  const pages = new Map(files.filter(({ path }) => path.endsWith('.md')).map((file) => [file.path, file]))
  return [...pages.values()].flatMap((page) =>
    linksOf(page).flatMap(({ target, line }): Problem[] => {
      const [file = '', anchor] = decode(target).split('#')
      const path = file === '' ? page.path : posix.join(posix.dirname(page.path), file).replace(/\/$/, '')
      if (!paths.has(path) && !folders.has(path)) {
        return [{ path: page.path, line, message: `the link to "${target}" leads nowhere` }]
      }
      const heading = pages.get(path)
      if (anchor === undefined || heading === undefined || anchorsOf(heading).has(anchor)) return []
      return [{ path: page.path, line, message: `there is no heading "#${anchor}" in ${path}` }]
    }),
  )
}

function linksOf({ text }: TextFile): { target: string; line: number }[] {
  return proseLines(text).flatMap((lineText, index) =>
    [...lineText.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*(\S+)/g)]
      .map(([, inline, reference]) => inline ?? reference ?? '')
      .filter((target) => target !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(target) && !target.startsWith('/'))
      .map((target) => ({ target, line: index + 1 })),
  )
}

/** Returns heading anchors as on code hosts: lower case, without punctuation, hyphens for spaces, numbered duplicates. */
function anchorsOf({ text }: TextFile): Set<string> {
  const anchors = new Set<string>()
  for (const line of proseLines(text, false)) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
    const explicit = /<a\s+(?:id|name)="([^"]+)"/.exec(line)?.[1]
    if (explicit !== undefined) anchors.add(explicit)
    if (heading === undefined) continue
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let name = slug
    for (let n = 1; anchors.has(name); n += 1) name = `${slug}-${n}`
    anchors.add(name)
  }
  return anchors
}

/** Returns the lines with blanked fenced code (and code spans): links in code do not count. */
function proseLines(text: string, blankSpans = true): string[] {
  let fence: string | undefined
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence) === true) fence = undefined
    else if (fence === undefined) return blankSpans ? line.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '') : line
    return ''
  })
}

function parents(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return ['.', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
