import { findCitations } from '../../spec/citations.ts'
import { statements } from '../../spec/index.ts'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

const DOCUMENTS = [
  ['1', 'Document 1: guardrail service'],
  ['2', 'Document 2: application-security service'],
  ['3', 'Document 3: red-team service'],
  ['0', 'The page of decisions'],
] as const

export default {
  about: 'Every statement of the specification, and the tests that show it',
  generate(root) {
    const citations = findCitations(root)
    const groups = DOCUMENTS.map(([number, title]) => {
      const own = statements.filter(({ source }) => source.startsWith(number))
      return { title, own, cited: own.filter(({ id }) => citations.has(id)).length }
    })
    const cited = groups.reduce((sum, group) => sum + group.cited, 0)
    return {
      'docs/generated/statements.md': page([
        '# Statements',
        '',
        'Every claim of the specification by id, in short words, and the tests that cite it. `spec/uncited.json` lists those',
        'that no test cites yet; that list may only shrink.',
        '',
        ...table(
          ['Document', 'Statements', 'Cited'],
          [
            ...groups.map(({ title, own, cited: some }) => [title, String(own.length), String(some)]),
            ['All', String(statements.length), String(cited)],
          ],
        ),
        ...groups.flatMap(({ title, own }) => [
          '',
          `## ${title}`,
          '',
          ...table(
            ['Id', 'Statement', 'Source', 'Cited by'],
            own.map(({ id, text, source }) => [
              code(id),
              cell(text),
              source,
              (citations.get(id) ?? []).map((path) => `[${nameOf(path)}](../../${path})`).join(', '),
            ]),
          ),
        ]),
      ]),
    }
  },
} satisfies Generator

/** Short enough for a column: the file without its folders and endings. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace('.test.ts', '')
}
