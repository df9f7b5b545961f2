import { type Grammar, writeText } from '../../engine/grammar.ts'
import type { Random } from '../../engine/random.ts'

const SENTENCE: Grammar = {
  texts: ['{who} {did} {what}.', '{when} {who} {did} {what}.', '{when} {who} {did} {what}, and {other}.'],
  words: {
    when: [
      'In spring',
      'On the third day',
      'Later',
      'After the rain',
      'Before noon',
      'Every second week',
      'That winter',
    ],
    who: [
      'the harbour master',
      'a carpenter',
      'the librarian',
      'her cousin',
      'the orchestra',
      'our team',
      'the old miller',
    ],
    did: ['counted', 'painted', 'carried', 'described', 'looked for', 'sold', 'repaired', 'remembered'],
    what: [
      'the wooden boats',
      'nine crates of pears',
      'a map of the valley',
      'the broken clock',
      'two letters',
      'the stairs',
    ],
    other: [
      'nobody asked why',
      'the gulls were quiet',
      'the kettle sang',
      'it took until evening',
      'the road stayed empty',
    ],
  },
}
const SENTENCES_A_PARAGRAPH = 6
/** Minimum filler length: one paragraph. */
const FILLER_UNITS_MIN = 500

/** Harmless prose of about so many units, in paragraphs. */
export function fillerText(units: number, random: Random): string {
  let text = ''
  for (let count = 1; text.length < units; count += 1) {
    text += writeText(SENTENCE, random) + (count % SENTENCES_A_PARAGRAPH === 0 ? '\n\n' : ' ')
  }
  return text.trimEnd()
}

/** Returns the filler length that remains after the message itself: a long message needs less. */
export function leftToFill(units: number, wish: string): number {
  return Math.max(FILLER_UNITS_MIN, units - wish.length)
}
