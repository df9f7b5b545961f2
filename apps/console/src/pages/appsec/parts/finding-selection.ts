import { useCallback, useState } from 'react'
import type { Finding } from './kinds.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Selects findings by id, independent of the visible rows. */
export function useFindingSelection(rowAt: (index: number) => Finding | undefined) {
  const [selected, setSelected] = useState(NOTHING)
  const [from, setFrom] = useState(0)
  const clear = useCallback(() => setSelected(NOTHING), [])
  return {
    selected,
    clear,
    set: (ids: Iterable<string>): void => setSelected(new Set(ids)),
    /** Toggles a row; with `extend`, selects all loaded rows from the last one to this one. */
    flip: (index: number, extend: boolean): void => {
      const id = rowAt(index)?.id
      if (id === undefined) return
      const after = new Set(selected)
      if (extend) {
        for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
          const item = rowAt(at)?.id
          if (item !== undefined) after.add(item)
        }
      } else if (!after.delete(id)) {
        after.add(id)
      }
      setFrom(index)
      setSelected(after)
    },
  }
}
