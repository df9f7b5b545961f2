import { makeViews, type ViewName } from '../../text/views.ts'
import { judgeText } from '../adversarial/judge-text.ts'
import { hiddenCharacters } from './hidden.ts'
import { COMMON_SIGNS, hasSign, type InstructionSign, PERSISTENT_SIGNS, sentencesIn, TOOL_SIGNS } from './signs.ts'

/** Use of a text: agent memory, or a tool's own description. */
export type InstructionSource = 'memory' | 'tool'

/** Evidence of an attempt to control the reader of a text. */
export interface InstructionFinding {
  readonly category:
    | 'injection'
    | 'jailbreak'
    | 'obfuscation'
    | 'hidden_text'
    | 'persistent_instruction'
    | 'tool_poisoning'
    | 'concealment'
  /** Names of signs in a stable order, never words of the text. */
  readonly signs: readonly string[]
  /** From 0 to 1. */
  readonly score: number
}

const VIEWS: readonly ViewName[] = ['normal', 'plain', 'decoded']

/** Maximum number of evaluated renderings per text: an attacker must not cause work with nested encodings. */
const VIEWS_MAX = 6

/** Score of a single sign, calibrated against the classifier's scores. */
const SIGN_SCORE = 0.9
const HIDDEN_SCORE = 0.85

const USUAL_IN_TOOLS: ReadonlySet<string> = new Set(['standing_order', 'false_leave', 'new_rules'])

const SIGNS: Readonly<Record<InstructionSource, readonly InstructionSign[]>> = {
  memory: [...PERSISTENT_SIGNS, ...COMMON_SIGNS],
  // A description instructs a model how to use a tool, and therefore contains harmless instructions.
  tool: [...TOOL_SIGNS, ...PERSISTENT_SIGNS.filter(({ name }) => !USUAL_IN_TOOLS.has(name)), ...COMMON_SIGNS],
}

/**
 * Finds attempts to control a model in a text that it will read later, in every rendering of the text. Takes linear time.
 * @param threshold minimum score of the attack classifier; signs count on their own
 * @returns one finding per category, the most certain first; empty if there are none
 */
export function findInstructions(text: string, source: InstructionSource, threshold: number): InstructionFinding[] {
  const found = new Map<InstructionFinding['category'], { readonly signs: Set<string>; score: number }>()
  const note = (category: InstructionFinding['category'], signs: readonly string[], score: number): void => {
    const known = found.get(category) ?? { signs: new Set<string>(), score: 0 }
    for (const sign of signs) known.signs.add(sign)
    known.score = Math.max(known.score, score)
    found.set(category, known)
  }
  const hidden = hiddenCharacters(text, source)
  if (hidden.length > 0) note('hidden_text', hidden, HIDDEN_SCORE)
  for (const view of makeViews(text).views(VIEWS).slice(0, VIEWS_MAX)) {
    const judged = judgeText(view.text)
    if (judged.score >= threshold) {
      note(view.name === 'decoded' ? 'obfuscation' : judged.category, judged.signs, judged.score)
    }
    const sentences = sentencesIn(view.text)
    for (const sign of SIGNS[source]) {
      if (!hasSign(sign, view.text, sentences)) continue
      note(view.name === 'decoded' ? 'obfuscation' : sign.category, [sign.name], SIGN_SCORE)
    }
  }
  return [...found]
    .map(([category, { signs, score }]) => ({
      category,
      signs: [...signs].sort(),
      score: Math.round(score * 1_000) / 1_000,
    }))
    .toSorted((a, b) => b.score - a.score)
}
