import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `<!-- from: path#region -->`, then a fenced block whose content is that region, or the entire file without `#`. */
const SNIPPET = /^(<!-- from: ([^\s#]+)(?:#([\w-]+))? -->\n+(`{3,})[^\n]*\n)([\s\S]*?)^\4$/gm

/**
 * A page with every marked snippet as its source file has it now.
 * @throws {Error} when a source file or a region is not there
 */
export function refreshSnippets(root: string, page: string): string {
  return page.replaceAll(SNIPPET, (_, head: string, path: string, region: string | undefined, fence: string) => {
    return `${head}${readRegion(root, path, region)}\n${fence}`
  })
}

/** Returns markers without a following fenced block: such a snippet would never be compared. */
export function bareMarks(page: string): string[] {
  const marks = [...page.matchAll(/^<!-- from: .*-->$/gm)].map(([mark]) => mark)
  const used = [...page.matchAll(SNIPPET)].map(([, head = '']) => head.split('\n')[0])
  return marks.filter((mark) => !used.includes(mark))
}

function readRegion(root: string, path: string, region: string | undefined): string {
  let text: string
  try {
    text = readFileSync(join(root, path), 'utf8')
  } catch {
    throw new Error(`the snippet's source ${path} cannot be read`)
  }
  if (region === undefined) return text.trimEnd()
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^\\s*(?://|#) ?#?region ${region}\\s*$`).test(line))
  const end = lines.findIndex((line, index) => index > start && /^\s*(?:\/\/|#) ?#?endregion\b/.test(line))
  if (start === -1 || end === -1) throw new Error(`${path} has no "#region ${region}" … "#endregion"`)
  return dedent(lines.slice(start + 1, end))
}

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents, Infinity)
  return lines
    .map((line) => line.slice(Number.isFinite(indent) ? indent : 0))
    .join('\n')
    .trim()
}
