import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks a horizontally scrolling box with `data-more` (`left`, `right` or `both`) while content is cut off at that side. `theme.css` fades
 * those edges.
 */
export function useScrollEdges(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const mark = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      // Browsers round the three values differently at fractional zoom.
      const [left, right] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
      if (left || right) element.dataset['more'] = left && right ? 'both' : left ? 'left' : 'right'
      else delete element.dataset['more']
    }
    mark()
    element.addEventListener('scroll', mark, { passive: true })
    const sizes = new ResizeObserver(mark)
    for (const item of [element, ...element.children]) sizes.observe(item)
    return () => {
      element.removeEventListener('scroll', mark)
      sizes.disconnect()
    }
  }, [box])
}
