import type { Block } from './pages.ts'

/** Blocks that nothing can check, by page and first line, each with the reason. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  'docs/guide/npm-audit.md: //gatehouse.example.org/api/projects/PROJECT_ID/npm/:_authToken=gha_…':
    'A line of .npmrc, which npm alone reads; the tests of the endpoint run npm with one like it.',
  'docs/guide/drop-in-guards.md: guardrails:':
    'The configuration of another gateway. What that gateway sends and reads is in the tests of the endpoint.',
  "spec/README.md: import { proves } from '../../../../spec/proves.ts'":
    'The form of a test, as it stands four folders below; every test that cites a statement has it and is compiled.',
  'docs/guide/npm-audit.md:   npmAuditRegistry: "https://gatehouse.example.org/api/projects/PROJECT_ID/npm"':
    'Settings of Yarn, which Yarn alone reads.',
}

/** Returns why a block needs no check of its own; undefined: it needs one. */
export function heldElsewhere({ marks }: Block): string | undefined {
  return marks.some((mark) => mark.startsWith('from: '))
    ? 'It is copied from a file that is compiled and run; the copy is compared.'
    : undefined
}
