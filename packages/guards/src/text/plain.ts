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
 * The readings of a normal text, each as the steps that lead to it, with a map each; empty when nothing changes.
 * @param hints what `scan` found in the text
 */
export function plainReadings(text: string, hints: number): readonly (readonly Rendering[])[] {
  const shared: Rendering[] = []
  if ((hints & NON_ASCII) !== 0) add(shared, text, { text: foldMixedWords(text, ANYWHERE), map: undefined })
  if ((hints & SPACED) !== 0) add(shared, text, joinSpaced(textAfter(shared, text)))
  const first = readAs('first', text, shared, hints)
  if (first.length === 0) return []
  // Without a doubtful sign or drawn-out letters the second reading is the first.
  const shortened = textAfter(first, text).length < textAfter(shared, text).length
  if (!shortened && !/[1!|]/.test(text)) return [first]
  const second = readAs('second', text, shared, hints)
  return textAfter(second, text) === textAfter(first, text) ? [first] : [first, second]
}

/** The first reading alone, as keywords are read. */
export function firstReading(text: string, hints: number): string {
  return textAfter(plainReadings(text, hints)[0] ?? [], text)
}

function readAs(reading: Reading, text: string, shared: readonly Rendering[], hints: number): readonly Rendering[] {
  const steps = [...shared]
  if ((hints & (LEET | SPACED)) !== 0)
    add(steps, text, { text: foldLeet(textAfter(steps, text), reading), map: undefined })
  if ((hints & (REPEATED | NON_ASCII)) !== 0 || steps.length > 0)
    add(steps, text, squeeze(textAfter(steps, text), reading))
  return steps
}

function add(steps: Rendering[], text: string, step: Rendering | undefined): void {
  if (step !== undefined && step.text !== textAfter(steps, text)) steps.push(step)
}

function textAfter(steps: readonly Rendering[], text: string): string {
  return steps.at(-1)?.text ?? text
}
