import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generator } from '../lib/generator.ts'
import { decisionFileName } from '../lib/decision-name.ts'
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
      const name = decisionFileName(number, title)
      if (path !== `docs/decisions/${name}`) throw new Error(`${path}: rename it to ${name}, as its title says`)
      const status = /^(?:\*\*)?Status:?(?:\*\*)?:? *(.+)$/im.exec(text)?.[1] ?? 'accepted'
      return [[`[${number}](${path.slice('docs/decisions/'.length)})`, cell(title), cell(status)]]
    })
    return {
      'docs/decisions/README.md': page([
        '# Decisions',
        '',
        'Architecture decisions with their context, consequences and alternatives. Decisions are never deleted; a later decision',
        'supersedes an earlier one. `npm run new decision "<title>"` creates a record.',
        '',
        ...(rows.length === 0 ? ['None yet.'] : table(['Number', 'Decision', 'Status'], rows)),
      ]),
    }
  },
} satisfies Generator
