import type { Problem } from '../lib/problem.ts'
import { isGenerated } from './rule.ts'
import type { TextFile, Tree } from './rule.ts'

/** `docs/spec/guard.md`, then optional sections, rules and quoted headings: `§4 rules 3 and 6 "Approvals", "Keys"`. */
const CITATION =
  /docs\/spec\/(?<page>[a-z]+)\.md(?<sections>(?:,? (?:and )?§\d(?: and §\d)*)*)(?<rules> rules? \d(?:(?:, | and )\d)*)?(?<labels>(?:(?:,| and)? "[^"\n]+")*)/g

/** Citations of specification pages that name a page, a section or a heading that does not exist. */
export function brokenSpecCitations({ files }: Tree): Problem[] {
  const pages = new Map(
    files.flatMap(({ path, text }): [string, string[]][] => {
      const name = /^docs\/spec\/([a-z]+)\.md$/.exec(path)?.[1]
      return name === undefined ? [] : [[name, [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading!)]]
    }),
  )
  return files.flatMap((file) => (isGenerated(file.path) ? [] : problemsOf(file, pages)))
}

function problemsOf({ path, text }: TextFile, pages: ReadonlyMap<string, readonly string[]>): Problem[] {
  if (!text.includes('docs/spec/')) return []
  return text.split('\n').flatMap((lineText, index) =>
    [...lineText.matchAll(CITATION)].flatMap(({ groups = {} }): Problem[] => {
      const { page = '', sections = '', rules = '', labels = '' } = groups
      const headings = pages.get(page)
      const problem = (message: string): Problem => ({ path, line: index + 1, message })
      if (headings === undefined) return page === 'README' ? [] : [problem(`there is no docs/spec/${page}.md`)]
      const wanted = [
        ...[...sections.matchAll(/\d/g)].map(([digit]) => `${digit}.`),
        ...[...rules.matchAll(/\d/g)].map(([digit]) => `Rule ${digit}`),
        ...[...labels.matchAll(/"([^"]+)"/g)].map(([, label]) => label!),
      ]
      return wanted
        .filter((want) => !headings.some((heading) => isHeading(heading, want)))
        .map((want) => problem(`docs/spec/${page}.md has no heading "${want}"`))
    }),
  )
}

/** A citation may name a group: "Agents" for "Agents: approvals", "Guardrail names" for "Guardrail names, input". */
function isHeading(heading: string, want: string): boolean {
  if (heading === want) return true
  return heading.startsWith(want) && /^[:, ]/.test(heading.slice(want.length))
}
