import { z } from 'zod'
import {
  DOCUMENT_CHARS_MAX,
  readDocuments,
  STATEMENTS_MAX,
  statementsOf,
  supportOf,
} from '../detectors/grounding/support.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { useModel } from '../engine/judge.ts'

/** Chosen on sources that the weights were not fitted on; see docs/models/grounding.md. */
const THRESHOLD_DEFAULT = 0.6

/** Statements, numbers and names that a verdict names. */
const NAMED_MAX = 5

export default defineGuard({
  name: 'factual_grounding',
  title: 'Ungrounded statements in responses',
  description:
    'Compares each statement of a response with the documents in `context_docs` and flags unsupported numbers, names ' +
    'and words, and denials. Detects additions to the documents. Statements that distort the documents in their own ' +
    'words (who did what) are not detected: without a model, accuracy for these is no better than chance.',
  stages: ['output'],
  tier: 'medium',
  backend: 'embedded',
  owasp: ['LLM09:2025'],
  readsSentences: true,
  views: ['original'],
  settings: z.object({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(THRESHOLD_DEFAULT)
      .describe('Minimum likelihood that a statement is unsupported for it to be flagged.'),
    without_documents: z
      .enum(['flag', 'pass'])
      .default('flag')
      .describe('Result for a response without documents, which cannot be checked.'),
    use_model: useModel,
  }),
  prepare: ({ threshold, without_documents }) => ({ threshold, without_documents }),
  check(text, { threshold, without_documents }, { contextDocs, isRecord }) {
    if (contextDocs.length === 0) {
      const details = { checked: false, reason: 'no context_docs' }
      if (without_documents === 'pass') return { ...clear, details }
      return flag('No documents were given, so the response could not be checked.', {
        category: 'no_documents',
        severity: 'low',
        details,
      })
    }
    const documents = readDocuments(contextDocs)
    const sentences = statementsOf(text.original)
    const statements = sentences.map((statement) => supportOf(statement, documents))
    const bad = statements.filter(({ unsupported }) => unsupported >= threshold)
    const score = Math.max(0, ...statements.map(({ unsupported }) => unsupported))
    const isCut = contextDocs.reduce((sum, document) => sum + document.length, 0) > DOCUMENT_CHARS_MAX
    const details = {
      statements: statements.length,
      unsupported: bad.length,
      // Text after the limit was not compared.
      ...(isCut || statements.length >= STATEMENTS_MAX ? { truncated: true } : {}),
    }
    if (bad.length === 0) return { ...clear, score, details }
    return flag('The response contains statements that the documents do not support.', {
      score,
      category: 'unsupported',
      severity: 'medium',
      details: {
        ...details,
        numbers: [...new Set(bad.flatMap(({ numbers }) => numbers))].slice(0, NAMED_MAX),
        names: [...new Set(bad.flatMap(({ names }) => names))].slice(0, NAMED_MAX),
        // The values of a record have no offsets in its text.
        ...(isRecord === true ? {} : { spans: claimRanges(text.original, sentences, statements, threshold) }),
      },
    })
  },
  judge: {
    between: [0.1, Number.POSITIVE_INFINITY],
    question: (_, { contextDocs }) =>
      contextDocs.length === 0
        ? undefined
        : 'Does the text state anything that the documents in `material` do not say or that contradicts them?',
    material: ({ contextDocs }) => contextDocs.join('\n\n'),
  },
  examples: [
    {
      context: { contextDocs: ['The warranty of the kettle is two years. It holds 1.7 litres.'] },
      text: 'The warranty of the kettle is 5 years, and Philips repairs it in Eindhoven.',
      flags: true,
      category: 'unsupported',
    },
    {
      context: { contextDocs: ['The warranty of the kettle is two years. It holds 1.7 litres.'] },
      text: 'The kettle holds 1.7 litres. Its warranty is 2 years.',
      flags: false,
    },
    {
      says: 'a year that no document has',
      context: { contextDocs: ['The company was founded in 1998 in Oslo and makes kettles.'] },
      text: 'The company was founded in 1989 in Oslo and makes kettles.',
      flags: true,
    },
    {
      says: 'courtesy',
      context: { contextDocs: ['The company was founded in 1998 in Oslo.'] },
      text: 'I am happy to help! The company was founded in 1998. Let me know if you need anything else.',
      flags: false,
    },
    { text: 'The kettle holds 1.7 litres.', flags: true, category: 'no_documents' },
    { settings: { without_documents: 'pass' }, text: 'The kettle holds 1.7 litres.', flags: false },
  ],
})

/** Returns the places of unsupported statements; they are reported and never replaced: gaps would not improve an answer. */
function claimRanges(
  text: string,
  sentences: readonly string[],
  statements: readonly { readonly unsupported: number }[],
  threshold: number,
): readonly { readonly start: number; readonly end: number; readonly label: string }[] {
  let from = 0
  return sentences.flatMap((sentence, at) => {
    const start = text.indexOf(sentence, from)
    if (start < 0) return []
    from = start + sentence.length
    return statements[at]!.unsupported < threshold ? [] : [{ start, end: from, label: 'UNSUPPORTED' }]
  })
}
