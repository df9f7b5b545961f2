import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** Folders of pages with code for readers. */
const FOLDERS = ['docs', 'deploy', 'examples', 'spec'] as const

/** A fenced block of a page. */
export interface Block {
  /** In the repository. */
  readonly path: string
  /** Number of the opening line, 1-based. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** Comments directly above: the origin of the block, or its compile context. */
  readonly marks: readonly string[]
}

/** How a block is named in lists: by its page and its first line, so that moving it changes nothing. */
export function nameOf({ path, text }: Block): string {
  return `${path}: ${text.split('\n')[0] ?? ''}`
}

/** Every fenced block of every page for readers. */
export function readBlocks(): Block[] {
  const own = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => path.endsWith('.md')),
  )
  const committed = [...own, ...below].sort().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const)
  return [...committed, ...Object.entries(endpointPages())].flatMap(([path, text]) => blocksOf(path, text))
}

/** Pages that exist on the documentation site only. */
function endpointPages(): Readonly<Record<string, string>> {
  const script = join(ROOT, 'tools/docs/print-endpoint-pages.ts')
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 1 << 26 }))
}

export function blocksOf(path: string, page: string): Block[] {
  const blocks: Block[] = []
  let marks: string[] = []
  let open: { fence: string; line: number; language: string; lines: string[] } | undefined
  for (const [at, line] of page.split('\n').entries()) {
    const [, fence = '', info = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === undefined && fence !== '') {
      open = { fence, line: at + 1, language: info.trim(), lines: [] }
    } else if (open !== undefined && fence === open.fence && info.trim() === '') {
      const { language, lines } = open
      blocks.push({ path, line: open.line, language, text: lines.join('\n'), marks })
      open = undefined
      marks = []
    } else if (open !== undefined) open.lines.push(line)
    else if (/^<!-- .* -->$/.test(line)) marks.push(line.slice('<!-- '.length, -' -->'.length))
    else if (line.trim() !== '') marks = []
  }
  if (open !== undefined) throw new Error(`${path}:${open.line}: the block is not closed`)
  return blocks
}
