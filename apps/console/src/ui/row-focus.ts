import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useScrollEdges } from './scroll-edges.ts'

/** Number of rendered rows before and after the visible ones. */
const OVERSCAN = 6

/** Virtualizes a table with many rows; `height` is used before it is measured. */
export function useRowsInView(count: number, active: number, row_px: number, height: number) {
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => row_px,
    overscan: OVERSCAN,
    rangeExtractor: useRowsDrawn(active),
    // Height of the sticky table header.
    scrollPaddingEnd: row_px,
    initialRect: { width: 800, height },
  })
  return { scroller, virtual }
}

/** Returns the visible rows plus the active one, because removing the focused row would lose the focus. */
function useRowsDrawn(active: number): (range: Range) => number[] {
  return useCallback(
    (range) => {
      const rows = defaultRangeExtractor(range)
      if (active < 0 || active >= range.count || rows.includes(active)) return rows
      return [...rows, active].sort((a, b) => a - b)
    },
    [active],
  )
}

/** Returns the first and last row around the visible ones, without a separate active row. */
export function shownRows(virtual: Virtualizer<HTMLDivElement, Element>): readonly [first: number, last: number] {
  // Its cached range is from the previous call.
  const range = virtual.calculateRange()
  if (range === null) return [0, 0]
  return [Math.max(0, range.startIndex - OVERSCAN), Math.min(virtual.options.count - 1, range.endIndex + OVERSCAN)]
}

/** Focuses a row as soon as it is rendered. */
export function useRowFocus(scroller: RefObject<HTMLElement | null>): (index: number) => void {
  const wanted = useRef<number>(undefined)
  const focus = useCallback((): void => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-at="${wanted.current}"]`) ?? undefined
    if (wanted.current === undefined || row === undefined) return
    wanted.current = undefined
    row.focus()
  }, [scroller])
  useLayoutEffect(focus)
  return (index) => {
    wanted.current = index
    focus()
  }
}
