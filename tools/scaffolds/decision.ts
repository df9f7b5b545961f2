import { UsageError, nextNumber } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const FOLDER = 'docs/decisions'
const FILE_NAME_CHARS_MAX = 60

export default {
  usage: '"<title>"',
  about: 'a decision record: why something is as it is',
  plan(root, args) {
    const title = args.join(' ').trim()
    const slug = title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, FILE_NAME_CHARS_MAX)
      .replace(/-+$/, '')
    if (slug === '') throw new UsageError('a decision needs a title, e.g. "PostgreSQL only"')
    const number = nextNumber(root, FOLDER)
    const path = `${FOLDER}/${number}-${slug}.md`
    return {
      create: {
        [path]: `# ${number}. ${title}

Status: proposed

## Context

What makes a choice necessary: the forces, and what was measured.

## Choice

What is chosen, in one or two sentences, and against what.

## Consequences

What becomes easier, what becomes harder, what must be watched.

## What would change our mind

The figure or the event after which this is reopened.
`,
      },
      next: [`Write ${path}; half a page is enough.`],
    }
  },
} satisfies Scaffold
