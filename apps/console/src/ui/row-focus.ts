import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useScrollEdges } from './scroll-edges.ts'

/** Rows drawn before and after those in view. */
const OVERSCAN = 6

/** What a table of many rows scrolls in, and which of its rows are drawn; `height` counts before it is measured. */
export function useRowsInView(count: number, active: number, row_px: number, height: number) {
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => row_px,
    overscan: OVERSCAN,
    rangeExtractor: useRowsDrawn(active),
    // The head of the table lies over that much of it.
    scrollPaddingEnd: row_px,
    initialRect: { width: 800, height },
  })
  return { scroller, virtual }
}

/** The rows in view, and the one that keys act on wherever it is: a row that is taken away takes the focus with it. */
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

/** The first and the last row around those in view; the one that only keys act on is not among them. */
export function shownRows(virtual: Virtualizer<HTMLDivElement, Element>): readonly [first: number, last: number] {
  // What it keeps as its range is that of the last time that it was asked.
  const range = virtual.calculateRange()
  if (range === null) return [0, 0]
  return [Math.max(0, range.startIndex - OVERSCAN), Math.min(virtual.options.count - 1, range.endIndex + OVERSCAN)]
}

/** Moves the focus to a row as soon as it is drawn, which it is with the picture in which it became the active one. */
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
