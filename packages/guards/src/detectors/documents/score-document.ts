import { logitOf, sigmoid } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { scanWithStarts } from '../../classify/starts.ts'
import { sentencesOf } from './sentences.ts'
import { DOCUMENT_SIGNS, documentDenseOf } from './signs.ts'
import { isOwnMessage } from '../own-messages/without-own.ts'
import { DENSE_NAMES } from '../adversarial/signs.ts'
import { asksAboutConversation } from '../adversarial/everyday-forms.ts'
import { isOrderToStaff } from './staff-mail.ts'

/** Result of the search for instructions to a machine reader in a document. */
export interface DocumentJudgement {
  /** Score of the worst sentence, between 0 and 1. */
  readonly score: number
  /** Offset of that sentence in the text; absent without an evaluated sentence. */
  readonly start?: number
  readonly end?: number
  /** Names of its signs, never its words. */
  readonly signs: readonly string[]
}

/** Minimum score of a document with an instruction, chosen on held-out kinds of documents; see docs/models/documents.md. */
export const DOCUMENT_SCORE_MIN = 0.66

/** Signs that also occur in documents about assistants, settings and tools. With no other sign, a sentence needs a higher score. */
const ORDINARY_SIGNS: ReadonlySet<string> = new Set([
  'to_a_machine',
  'how_to_answer',
  'your_answer',
  'use_a_tool',
  'when_read',
  'asks',
  'unseen',
  'urgent_label',
  'address',
])
const ORDINARY_SCORE_MIN = 0.75
const DOUBTFUL_SCORE_MAX = 0.65

/** Maximum number of sentences of a request: in so short a text, a plain request is the purpose of the file and not an injection. */
const REQUEST_SENTENCES_MAX = 4
const REQUEST_SIGNS: ReadonlySet<string> = new Set(['make_a_text', 'asks', 'how_to_answer'])

/**
 * Evaluates the text of a document, page or tool result for sentences that address the model. Works by sentence, since an injected
 * instruction is a small part of an otherwise harmless text. Linear, bounded by the sentences that {@link sentencesOf} reads.
 */
export function scoreDocument(text: string): DocumentJudgement {
  const model = shippedModel('documents')
  const weights = model.classes[0]!
  let worst: DocumentJudgement = { score: 0, signs: [] }
  const sentences = sentencesOf(text)
  for (const { text: sentence, start } of sentences) {
    if (isOwnMessage(sentence)) continue
    const dense = documentDenseOf(sentence)
    const score = sigmoid(logitOf(weights, model.bits, scanWithStarts(sentence), dense))
    if (score <= worst.score) continue
    const signs = signsIn(dense)
    if (sentences.length <= REQUEST_SENTENCES_MAX && signs.every((name) => REQUEST_SIGNS.has(name))) continue
    const isHarmless =
      isPromptTalk(sentence, score, signs) ||
      isOrderToStaff(text, sentence, score, signs) ||
      asksAboutConversation(sentence)
    const counted = isHarmless ? Math.min(score, DOUBTFUL_SCORE_MAX) : countedScore(score, signs)
    if (counted <= worst.score) continue
    worst = { score: counted, start, end: start + sentence.length, signs }
  }
  return worst
}

/** An author of prompts describes a prompt, or how a bot follows it. */
const PROMPT_TALK =
  /\b(?:(?:our|the|my|a|new|old|current|first|second|summary|legal) (?:[\p{L}-]+ ){0,2}(?:prompts?|persona|wording|few-shot \w+|template|chatbot|system message)|(?:prompt|template|rule \d+|instructions?|system message|reviewers?) (?:says?|asks?|tells?|has|have|forbids?|contains?|includes?|reads?)|we told the (?:bot|model|assistant)|(?:the|your|our|this) (?:chat ?)?(?:bot|robot|app|hotline|assistant) (?:only |just |always )?(?:keeps|repeats|refuses|forgets|answers|writes|shows|ignores|does(?:n[’']t| not)))\b/iu
/** Maximum score of a sentence about a prompt. With a higher score the sentence is a disguised instruction. */
const PROMPT_TALK_SCORE_MAX = 0.85
/** Words that a planted instruction needs, but discussions about prompts do not. */
const ACTS =
  /\b(?:send|forward|e-?mail|upload|transfer|pay|wire|delete|https?:|www\.|curl|click|visit|credentials?|passwords?|api keys?|secrets?)/iu

/** An instruction of confidentiality starts with it. Elsewhere the sentence reports confidentiality. */
const TELLS_NOT =
  /^\W*(?:(?:also|please|and|then|but|now|important|note|you must|you should|assistants? must)\b\W*){0,3}(?:do not|don[’']t|never|without)\b/iu
const REPORT_SCORE_MAX = 0.8

function isPromptTalk(sentence: string, score: number, signs: readonly string[]): boolean {
  if (score >= PROMPT_TALK_SCORE_MAX || ACTS.test(sentence)) return false
  if (PROMPT_TALK.test(sentence)) return true
  const isReport = signs.every((name) => name === 'keep_from_user') && signs.length > 0 && !TELLS_NOT.test(sentence)
  return isReport && score < REPORT_SCORE_MAX
}

/** Returns the names of the document signs in a sentence's dense features. */
export function signsIn(dense: readonly number[]): string[] {
  return DOCUMENT_SIGNS.filter((_, index) => dense[DENSE_NAMES.length + index] === 1).map(({ name }) => name)
}

/** Returns the weight of a sentence score, given its signals: lower for ordinary signals with an uncertain score. */
export function countedScore(score: number, signs: readonly string[]): number {
  const isDoubtful = score < ORDINARY_SCORE_MIN && signs.length > 0 && signs.every((name) => ORDINARY_SIGNS.has(name))
  return isDoubtful ? Math.min(score, DOUBTFUL_SCORE_MAX) : score
}
