import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { type Linking, relinked, sourceUrl } from './links.ts'
import { KINDS, type Kind, containsPage, unplaced } from './navigation.ts'
import { type SitePage, readPages } from './pages.ts'

/** Side bar entry in VitePress' format. */
interface Item {
  readonly text: string
  readonly link?: string
  readonly items?: readonly Item[]
  readonly collapsed?: boolean
}

const SITE = join(import.meta.dirname, 'site')
/** The console's. */
const ICON = 'apps/console/public/icon.svg'

/**
 * Writes VitePress' input: pages with valid links, linked files, the side bar, and the theme.
 * @param folder created; contains no earlier files
 * @returns number of pages
 */
export async function stage(root: string, folder: string): Promise<number> {
  const pages = await readPages(root)
  const linking: Linking = {
    root,
    pages: new Map(pages.map((page) => [page.path, page])),
    sources: new Set(),
    files: new Set(),
  }
  for (const page of pages) writeStaged(folder, page.at, `${head(page)}${prepared(relinked(page, linking))}`)
  for (const path of linking.sources) writeStaged(folder, sourceUrl(path), sourcePage(root, path))
  for (const path of linking.files) writeStaged(folder, `public/files/${path}`, readFileSync(join(root, path)))
  cpSync(SITE, join(folder, '.vitepress'), { recursive: true })
  writeStaged(folder, 'public/icon.svg', readFileSync(join(root, ICON)))
  writeStaged(folder, '.vitepress/navigation.json', JSON.stringify({ sidebar: sidebars(pages), nav: nav(pages) }))
  return pages.length + linking.sources.size
}

/** Returns the front matter of a page. Tables with hundreds of rows are searchable by their headings. */
function head({ path, at, text }: SitePage): string {
  const description = summaryOf(text)
  const facts = [
    ...(description === '' ? [] : [`description: ${JSON.stringify(description)}`]),
    ...(at === 'index.md' ? ['sidebar: false', 'aside: false', 'pageClass: landing'] : []),
    ...(path.startsWith('docs/generated/') ? ['outline: 2', 'pageClass: reference'] : []),
  ]
  return `---\n${facts.join('\n')}\n---\n\n`
}

const SUMMARY_CHARS_MAX = 160

/** The first sentence or two below the title, without marks. */
function summaryOf(text: string): string {
  const paragraph =
    text
      .split(/\n{2,}/)
      .find((part) => /^[A-Z`]/.test(part))
      ?.replaceAll(/\s+/g, ' ') ?? ''
  const words = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
  return words.length <= SUMMARY_CHARS_MAX ? words : `${words.slice(0, words.lastIndexOf(' ', SUMMARY_CHARS_MAX))} …`
}

/** Removes comments for authors. */
function prepared(text: string): string {
  return text.replaceAll(/^<!--.*-->\n/gm, '')
}

function sourcePage(root: string, path: string): string {
  const text = readFileSync(join(root, path), 'utf8').trimEnd()
  const language = extname(path).slice(1)
  return `---\noutline: false\n---\n\n# ${path}\n\nA file of the repository, as it is there.\n\n\`\`\`\`${language}\n${text}\n\`\`\`\`\n`
}

/** Side bar sections for pages below a path; the longest matching path applies. */
const BESIDE: readonly { readonly below: readonly string[]; readonly kinds: readonly string[] }[] = [
  { below: ['/guide/', '/source/'], kinds: ['Tutorials', 'How-to guides'] },
  { below: ['/generated/'], kinds: ['Reference'] },
  { below: ['/'], kinds: ['Explanation'] },
]

function sidebars(pages: readonly SitePage[]): Readonly<Record<string, readonly Item[]>> {
  const bars = BESIDE.flatMap(({ below, kinds }) => {
    const items = KINDS.filter(({ title }) => kinds.includes(title)).flatMap((kind) => itemsOf(kind, pages))
    return below.map((path) => [path, items] as const)
  })
  return Object.fromEntries(bars)
}

function itemsOf({ title, sections }: Kind, pages: readonly SitePage[]): readonly Item[] {
  const groups = sections.map((section): Item => {
    const sitePages = pages.filter(({ path }) => containsPage(section, path))
    const items = ordered(sitePages, section.pages).map(item)
    return { text: section.title, items, ...(section.folded === true && { collapsed: true }) }
  })
  const left = title === 'How-to guides' ? unplaced(pages.map(({ path }) => path)) : []
  const more = { text: 'More', items: pages.filter(({ path }) => left.includes(path)).map(item) }
  return [...groups, more].filter(({ items }) => items !== undefined && items.length > 0)
}

/** In the order in which a section names them; the first page of a folder first. */
function ordered(pages: readonly SitePage[], named: readonly string[]): SitePage[] {
  const rank = ({ path, at }: SitePage): number => {
    const place = named.findIndex((name) => (name.endsWith('/') ? path.startsWith(name) : name === path))
    return place * 2 + (at.endsWith('index.md') ? 0 : 1)
  }
  return pages.toSorted((a, b) => rank(a) - rank(b))
}

function item({ at, title, path }: SitePage): Item {
  const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]
  // Titles of reference pages repeat the heading of the side bar.
  const short = path.startsWith('docs/generated/') ? title.replace(/^(?:Rules|guard|appsec|red team): /, '') : title
  return { text: number === undefined ? short : `${number} ${short}`, link: linkOf(at) }
}

function nav(pages: readonly SitePage[]): readonly Item[] {
  return KINDS.map((kind) => ({ text: kind.title, link: itemsOf(kind, pages)[0]?.items?.[0]?.link ?? '/' }))
}

function linkOf(at: string): string {
  return `/${at.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`
}

function writeStaged(folder: string, path: string, text: string | Buffer): void {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}
