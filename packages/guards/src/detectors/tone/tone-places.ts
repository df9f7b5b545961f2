import { type Place, placeOf, strongPlaces } from '../../text/strong-places.ts'
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

/** Places told of one fault. */
const OF_FAULT_MAX = 10

/** Words that make a fault, where words make it. */
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

/** Signs that make a fault, and stand in a sentence rather than in a word. */
const SIGNS: Readonly<Partial<Record<ToneFault, readonly string[]>>> = {
  profanity: ['profanity'],
  insult: ['slurs', 'insults'],
  hostility: ['shut_up'],
}

/** Where the faults of a text stand, as far as words or sentences make them: too many words are nowhere in particular. */
export function tonePlaces(view: View, faults: readonly ToneFault[]): readonly Place[] {
  const text = view.text.slice(0, TONE_CHARS_MAX)
  return faults.flatMap((fault) => {
    const words = wordsOf(view, text, fault)
    return words.length > 0 ? words : sentencesOf(view, fault)
  })
}

function wordsOf(view: View, text: string, fault: ToneFault): readonly Place[] {
  const pattern = WORDS[fault]
  if (pattern === undefined) return []
  const found: Place[] = []
  const every = pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)
  for (const { index, 0: words } of text.matchAll(every)) {
    if (words !== '') found.push(placeOf(view, { start: index, end: index + words.length }, fault))
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
  return strongPlaces(view, (sentence) => (has(sentence) ? fault : undefined)).slice(0, OF_FAULT_MAX)
}
