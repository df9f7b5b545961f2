import { bareMarks, refreshSnippets } from '../lib/snippets.ts'
import type { Problem } from '../lib/problem.ts'
import type { Tree } from './rule.ts'

/** Returns Markdown code blocks that name their source and differ from it. */
export function staleSnippets({ root, files }: Tree): Problem[] {
  return files.flatMap(({ path, text }): Problem[] => {
    if (!path.endsWith('.md')) return []
    const bare = bareMarks(text).map((mark) => ({ path, message: `no code block follows "${mark}"` }))
    try {
      const fresh = refreshSnippets(root, text)
      return fresh === text
        ? bare
        : [...bare, { path, message: 'a snippet differs from its source: run "npm run gen"' }]
    } catch (cause) {
      return [...bare, { path, message: cause instanceof Error ? cause.message : String(cause) }]
    }
  })
}
