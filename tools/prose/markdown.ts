/** A paragraph or a list item. */
export interface Block {
  /** First line in the file. */
  readonly line: number
  /** Prose with the line breaks of the file. A code span reads `Code`, an address `URL`, a link its text. */
  readonly text: string
}

/** Returns the prose of a Markdown file: no headings, tables, comments, blocks of code or front matter. */
export function proseOf(markdown: string): Block[] {
  const blocks: { line: number; lines: string[] }[] = []
  let fence = ''
  let isOpen = false
  const lines = markdown.split('\n')
  const frontMatterEnd = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  for (const [index, line] of lines.entries()) {
    if (index <= frontMatterEnd) continue
    const mark = /^ *(```|~~~)/.exec(line)?.[1] ?? ''
    if (mark !== '' && (fence === '' || fence === mark)) {
      fence = fence === '' ? mark : ''
      isOpen = false
      continue
    }
    if (fence !== '') continue
    const item = /^ *(?:[-*+]|\d+\.) +(.*)/.exec(line)?.[1]
    if (/^ *(?:$|\||<!--|#+ )/.test(line)) isOpen = false
    else if (item === undefined && isOpen) blocks.at(-1)?.lines.push(line)
    else {
      blocks.push({ line: index + 1, lines: [item ?? line] })
      isOpen = true
    }
  }
  return blocks.map((block) => ({ line: block.line, text: withoutMarkup(block.lines.join('\n')) }))
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/(`+)(?!`)[^`]+\1/g, 'Code')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<?https?:\/\/[^\s>)]+>?/g, 'URL')
    .replaceAll('**', '')
}
