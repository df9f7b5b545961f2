import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../lib/tree.ts'
import { endpointPages } from './endpoint-pages.ts'
import { rulePages } from './rule-pages.ts'

/** Markdown page with its location on the site. */
export interface SitePage {
  /** In the repository. */
  readonly path: string
  /** On the site, with `.md`: `guide/scans.md`. */
  readonly at: string
  readonly title: string
  readonly text: string
}

/** Repository pages outside of docs/ that are part of the site. */
const PROJECT = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md']

/** Returns every page of the site, sorted by path: those of the repository, and those generated for the site only. */
export async function readPages(root: string): Promise<SitePage[]> {
  const docs = listFiles(join(root, 'docs'))
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`)
  const texts = new Map([...docs, ...PROJECT].map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  for (const [path, text] of Object.entries({ ...endpointPages(root), ...(await rulePages(root)) }))
    texts.set(path, text)
  return [...texts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ path, at: pagePath(path), title: titleOf(text) ?? path, text }))
}

/** `docs/guide/x.md` is `guide/x.md`, `docs/x/README.md` is `x/index.md`, `CHANGELOG.md` is `project/changelog.md`. */
export function pagePath(path: string): string {
  const place = path.startsWith('docs/') ? path.slice('docs/'.length) : `project/${path.toLowerCase()}`
  return place.startsWith('project/') ? place : place.replace(/(^|\/)README\.md$/, '$1index.md')
}

/** The first heading, as text: code and links lose their marks. */
export function titleOf(text: string): string | undefined {
  return /^# (.+)$/m
    .exec(text)?.[1]
    ?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim()
}
