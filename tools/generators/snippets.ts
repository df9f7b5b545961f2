import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generator } from '../lib/generator.ts'
import { refreshSnippets } from '../lib/snippets.ts'
import { listFiles } from '../lib/tree.ts'

export default {
  about: 'The code in Markdown pages that is marked with where it comes from',
  generate(root) {
    const pages = listFiles(root).filter((path) => path.endsWith('.md'))
    return Object.fromEntries(
      pages.flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8')
        return text.includes('<!-- from: ') ? [[path, refreshSnippets(root, text)]] : []
      }),
    )
  },
} satisfies Generator
