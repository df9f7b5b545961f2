import { unitsOf } from './code-units.ts'
import { beginRun, endClearRun, finish, newExcerpt } from './decode/excerpt.ts'
import { foldLeet } from './leet.ts'
import { ANYWHERE, foldMixedWords } from './mixed-words.ts'
import type { Met, Rendering } from './normal.ts'
import { regionsOf, type Regions } from './regions.ts'
import type { Scan } from './scan.ts'
import { joinSpaced } from './spaced.ts'
import { squeeze } from './squeeze.ts'

/**
 * Reading of ambiguous symbols. `first`: 1 is i, | is l, and three or more of a letter become one ("kiiill" is kil). `second`: 1 and ! are
 * l, | is i, and three or more become two ("killll" is kill). A text with equal readings has one plain view.
 */
export type Reading = 'first' | 'second'

/** Text on either side of a word that changes: a phrase may be disguised in part. */
const CONTEXT_UNITS = 128

interface Steps {
  readonly steps: Rendering[]
  text: string
}

/**
 * Returns the readings of a normal text, each as its steps with an offset map each; empty when nothing changes. Where little changes, the
 * first step is an excerpt, and the rest of the text is not processed again.
 * @param seen result of `scan` for the text
 * @param met result of `normalOf`
 */
export function plainReadings(text: string, seen: Scan, met: Met): readonly (readonly Rendering[])[] {
  const shared: Steps = { steps: [], text }
  const places: number[] = []
  if (met.foreign) {
    const folded = foldMixedWords(text, unitsOf(text), ANYWHERE)
    add(shared, { text: folded.text, map: undefined })
    places.push(...folded.places)
  }
  const regions = regionsOf(shared.text, seen, met, places)
  if (regions.places.length === 0) return []
  add(shared, excerptOf(shared.text, regions))
  const source = shared.text
  if (regions.spaced) add(shared, joinSpaced(shared.text))
  const first = readAs('first', shared, regions)
  if (first.text === source && places.length === 0) return []
  // Without a doubtful sign or drawn-out letters the second reading is the first.
  if (first.text.length >= shared.text.length && !/[1!|]/.test(source)) return [first.steps]
  const second = readAs('second', shared, regions)
  return second.text === first.text ? [first.steps] : [first.steps, second.steps]
}

/** The first reading alone, as keywords are read. */
export function firstReading(text: string, seen: Scan, met: Met): string {
  return plainReadings(text, seen, met)[0]?.at(-1)?.text ?? text
}

/** The regions with some text around them; undefined when they are most of the text. */
function excerptOf(text: string, { places }: Regions): Rendering | undefined {
  let covered = 0
  let end = 0
  for (let n = 0; n < places.length; n += 2) {
    covered += Math.max(0, places[n + 1]! + CONTEXT_UNITS - Math.max(end, places[n]! - CONTEXT_UNITS))
    end = places[n + 1]! + CONTEXT_UNITS
  }
  if (covered * 2 > text.length) return undefined
  const excerpt = newExcerpt(text, Number.POSITIVE_INFINITY, CONTEXT_UNITS)
  for (let n = 0; n < places.length; n += 2) {
    beginRun(excerpt, places[n]!)
    endClearRun(excerpt, places[n + 1]!)
  }
  return finish(excerpt)
}

function readAs(reading: Reading, shared: Steps, regions: Regions): Steps {
  const read: Steps = { steps: [...shared.steps], text: shared.text }
  if (regions.leet || regions.spaced) add(read, { text: foldLeet(read.text, reading), map: undefined })
  add(read, squeeze(read.text, reading))
  return read
}

function add(read: Steps, step: Rendering | undefined): void {
  if (step === undefined || step.text === read.text) return
  read.steps.push(step)
  read.text = step.text
}
