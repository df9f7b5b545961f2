import type { Rendering } from './normal.ts'
import { toSource } from './offset-map.ts'

/** A text with its way back to the original, through all that was done to it. */
export interface Layer {
  readonly text: string
  readonly back: (start: number, end: number) => readonly [number, number]
}

/** The original itself; a range is clamped to it. */
export function originalLayer(text: string): Layer {
  return {
    text,
    back(start, end) {
      const from = Math.min(Math.max(0, start), text.length)
      return [from, Math.min(Math.max(from, end), text.length)]
    },
  }
}

/** Adds one step. */
export function onto(parent: Layer, step: Rendering): Layer {
  const { text, map } = step
  if (map === undefined) return { text, back: (start, end) => parent.back(start, end) }
  return {
    text,
    back(start, end) {
      const [from, to] = toSource(map, text.length, parent.text.length, start, end)
      return parent.back(from, to)
    },
  }
}
