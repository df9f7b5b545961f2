import { useCallback, useState } from 'react'
import type { Finding } from './kinds.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Which findings are selected, by id: a selection stays while other rows are looked at. */
export function useFindingSelection(rowAt: (index: number) => Finding | undefined) {
  const [selected, setSelected] = useState(NOTHING)
  const [from, setFrom] = useState(0)
  const clear = useCallback(() => setSelected(NOTHING), [])
  return {
    selected,
    clear,
    set: (ids: Iterable<string>): void => setSelected(new Set(ids)),
    /** Selects a row or leaves it out; with `extend` all that are loaded from the last one to here. */
    flip: (index: number, extend: boolean): void => {
      const id = rowAt(index)?.id
      if (id === undefined) return
      const after = new Set(selected)
      if (extend) {
        for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
          const one = rowAt(at)?.id
          if (one !== undefined) after.add(one)
        }
      } else if (!after.delete(id)) {
        after.add(id)
      }
      setFrom(index)
      setSelected(after)
    },
  }
}
