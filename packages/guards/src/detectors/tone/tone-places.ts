import { type Place, originalRange, flaggedSentences } from '../../text/strong-places.ts'
import type { View } from '../../text/views.ts'
import { signsOf } from '../toxicity/signs.ts'
import {
  BLAME,
  COLD,
  CONTRACTION,
  EMOJI,
  HOSTILE,
  OPINION,
  SHOUTED,
  SLANG,
  type ToneFault,
  TONE_CHARS_MAX,
} from './judge-tone.ts'

/** Maximum number of reported places of one violation. */
const OF_FAULT_MAX = 10

/** Words that cause a violation. */
const WORDS: Readonly<Partial<Record<ToneFault, RegExp>>> = {
  slang: SLANG,
  contraction: CONTRACTION,
  shouting: SHOUTED,
  exclamation: /!+/gu,
  emoji: EMOJI,
  hostility: HOSTILE,
  blame: BLAME,
  coldness: COLD,
  opinion: OPINION,
}

/** Signals that cause a violation and belong to a sentence, not to a word. */
const SIGNS: Readonly<Partial<Record<ToneFault, readonly string[]>>> = {
  profanity: ['profanity'],
  insult: ['slurs', 'insults'],
  hostility: ['shut_up'],
}

/** Returns the places of violations caused by words or sentences: excessive length has no particular place. */
export function toneRanges(view: View, faults: readonly ToneFault[]): readonly Place[] {
  const text = view.text.slice(0, TONE_CHARS_MAX)
  return faults.flatMap((fault) => {
    const words = faultyWords(view, text, fault)
    return words.length > 0 ? words : sentencesOf(view, fault)
  })
}

function faultyWords(view: View, text: string, fault: ToneFault): readonly Place[] {
  const pattern = WORDS[fault]
  if (pattern === undefined) return []
  const found: Place[] = []
  const every = pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)
  for (const { index, 0: words } of text.matchAll(every)) {
    if (words !== '') found.push(originalRange(view, { start: index, end: index + words.length }, fault))
    if (found.length === OF_FAULT_MAX) break
  }
  return found
}

function sentencesOf(view: View, fault: ToneFault): readonly Place[] {
  const signs = SIGNS[fault]
  if (signs === undefined) return []
  const has = (sentence: string): boolean => {
    const { present } = signsOf(sentence)
    return signs.some((sign) => present.has(sign))
  }
  return flaggedSentences(view, (sentence) => (has(sentence) ? fault : undefined)).slice(0, OF_FAULT_MAX)
}
