import { bind } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import type { Source } from '../match/source.ts'
import type { SearchGround } from './ground.ts'

/** Binds the whole hit to a name, unless it conflicts with another value. */
export function named(hit: Hit, name: string, { text, source }: SearchGround): readonly Hit[] {
  const { start, end } = hit
  const node = source === undefined ? -1 : nodeOver(start, end, source)
  const bound = node === -1 ? { start, end, node, key: text.slice(start, end) } : source!.boundOf(node)
  const more = bind(hit.bindings, name, bound)
  return more === undefined ? [] : [{ ...hit, bindings: more.bindings }]
}

/** Returns the outermost node with exactly this range; -1 where there is none. */
function nodeOver(from: number, to: number, { tree: { start, end, count } }: Source): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (start[middle]! < from) low = middle + 1
    else high = middle
  }
  while (low < count && start[low] === from && end[low] !== to) low += 1
  return low < count && start[low] === from ? low : -1
}
