import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generator } from '../lib/generator.ts'
import { cell, page, table } from '../lib/markdown.ts'
import { listFiles } from '../lib/tree.ts'

const DECISION = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/

export default {
  about: 'The index of the decisions',
  generate(root) {
    const numbers = new Set<string>()
    const rows = listFiles(root).flatMap((path) => {
      const number = DECISION.exec(path)?.[1]
      if (number === undefined) return []
      if (numbers.has(number)) throw new Error(`two decisions have the number ${number}`)
      numbers.add(number)
      const text = readFileSync(join(root, path), 'utf8')
      const title = /^# (?:\d+[.:]? *)?(.+)$/m.exec(text)?.[1] ?? path
      const status = /^(?:\*\*)?Status:?(?:\*\*)?:? *(.+)$/im.exec(text)?.[1] ?? 'accepted'
      return [[`[${number}](${path.slice('docs/decisions/'.length)})`, cell(title), cell(status)]]
    })
    return {
      'docs/decisions/README.md': page([
        '# Decisions',
        '',
        'Why things are as they are. A decision is never deleted: a later one supersedes it. `npm run new decision "<title>"`',
        'starts one.',
        '',
        ...(rows.length === 0 ? ['None yet.'] : table(['Number', 'Decision', 'Status'], rows)),
      ]),
    }
  },
} satisfies Generator
