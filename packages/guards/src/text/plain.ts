import { foldMixedWords } from './mixed-words.ts'
import { foldLeet } from './leet.ts'
import type { Rendering } from './normal.ts'
import { LEET, NON_ASCII, REPEATED, SPACED } from './scan.ts'
import { joinSpaced } from './spaced.ts'
import { squeeze } from './squeeze.ts'

/**
 * How doubtful signs are read. `first`: 1 is i, | is l, and three or more of a letter become one ("kiiill" is kil).
 * `second`: 1 and ! are l, | is i, and three or more become two ("killll" is kill). A text that reads the same both
 * ways has one plain view.
 */
export type Reading = 'first' | 'second'

/** Anywhere: a lonely word of lookalikes may be a word of its own language, and `normal` keeps it. */
const ANYWHERE = { needsLatinNeighbour: false }

/**
 * The steps from a normal text to its plain reading, each with its own map; empty when nothing changes.
 * @param hints what `scan` found in the text
 */
export function plainSteps(text: string, hints: number, reading: Reading): readonly Rendering[] {
  const steps: Rendering[] = []
  let current = text
  const add = (step: Rendering | undefined): void => {
    if (step === undefined || step.text === current) return
    steps.push(step)
    current = step.text
  }
  if ((hints & NON_ASCII) !== 0) add({ text: foldMixedWords(current, ANYWHERE), map: undefined })
  if ((hints & SPACED) !== 0) add(joinSpaced(current))
  if ((hints & (LEET | SPACED)) !== 0) add({ text: foldLeet(current, reading), map: undefined })
  if ((hints & (REPEATED | NON_ASCII | LEET | SPACED)) !== 0) add(squeeze(current, reading))
  return steps
}
