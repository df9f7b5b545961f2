import { decisionFileName } from '../lib/decision-name.ts'
import { UsageError, nextNumber } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const FOLDER = 'docs/decisions'

export default {
  usage: '"<title>"',
  about: 'a decision record: what was decided, and why',
  plan(root, args) {
    const title = args.join(' ').trim()
    if (!/[a-z0-9]/i.test(title)) throw new UsageError('a decision needs a title, e.g. "PostgreSQL only"')
    const number = nextNumber(root, FOLDER)
    const path = `${FOLDER}/${decisionFileName(number, title)}`
    return {
      create: {
        [path]: `# ${number}. ${title}

Status: proposed

## Context

The problem, the constraints, and what was measured.

## Decision

What is decided, in one or two sentences, then the details as a list.

## Consequences

Effects, costs and limits, with figures.

## Alternatives

What was rejected and why, and when to revisit the decision.
`,
      },
      next: [`Write ${path}; 150 to 350 words.`],
    }
  },
} satisfies Scaffold
