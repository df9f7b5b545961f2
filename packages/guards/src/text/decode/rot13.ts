import { costOf, letterOf, rotEvidence, shifted } from '../language.ts'
import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'
import { convincingStretch, meanCost } from './stretches.ts'

/** Evidence is in two thirds of a bit: chance produces such a stretch once in thousands of texts. */
const DRIFT = 1
const ENOUGH = 48
/** Maximum mean cost of a letter pair in prose, in two thirds of a bit: English has 5, base64 13. */
const PROSE_COST_MAX = 9

/** Decodes ROT13, where the result has a stretch that looks like prose. */
export function decodeRot13(excerpt: Excerpt): void {
  const { source } = excerpt
  const stretch = convincingStretch(source, rotEvidence, DRIFT, ENOUGH)
  if (stretch === undefined) return
  const [start, end] = stretch
  if (meanCost(source, start, end, rotCost) > PROSE_COST_MAX) return
  beginRun(excerpt, start)
  for (let i = start; i < end; i++) {
    const unit = source.charCodeAt(i)
    const letter = letterOf(unit)
    pushDecoded(excerpt, letter === 0 ? unit : unit - letter + shifted(letter), i, i + 1)
  }
  endRun(excerpt, end)
}

function rotCost(first: number, second: number): number {
  return costOf(shifted(first), shifted(second))
}
