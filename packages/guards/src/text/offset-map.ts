/**
 * Offset map from a view to its source text, as a list of segments. In a *linear* segment every code unit of the view corresponds to
 * exactly one of the source; a *block* segment corresponds to its source range as a whole. Segments are appended in view order, and a
 * lookup is a binary search: a long text with few changes needs a small map.
 */
export interface OffsetMap {
  /** First code unit of each segment in the view. */
  view: Int32Array
  /** First code unit of each segment in the source. */
  source: Int32Array
  /** End of a block in the source; `LINEAR` for a linear segment. */
  end: Int32Array
  count: number
}

const LINEAR = -1
const SEGMENTS_FIRST = 128
/** Initial array that grows at the first segment: many maps are never written to. */
const NOTHING = new Int32Array(0)

export function newOffsetMap(): OffsetMap {
  return {
    view: NOTHING,
    source: NOTHING,
    end: NOTHING,
    count: 0,
  }
}

/** From `viewAt` on, view and source run in step. */
export function appendLinear(map: OffsetMap, viewAt: number, sourceAt: number): void {
  const last = map.count - 1
  const shift = sourceAt - viewAt
  if (last >= 0 && map.end[last] === LINEAR && shift === map.source[last]! - map.view[last]!) return
  append(map, viewAt, sourceAt, LINEAR)
}

/** Maps every code unit from `viewAt` on to the whole of `[sourceStart, sourceEnd)`. */
export function appendBlock(map: OffsetMap, viewAt: number, sourceStart: number, sourceEnd: number): void {
  append(map, viewAt, sourceStart, sourceEnd)
}

/**
 * Returns the smallest source range that covers `[start, end)` of the view; an empty range maps to an empty range. Both ends are clamped
 * to the view.
 */
export function toSource(
  map: OffsetMap,
  viewLength: number,
  sourceLength: number,
  start: number,
  end: number,
): readonly [number, number] {
  const from = Math.min(Math.max(0, start), viewLength)
  const to = Math.min(Math.max(from, end), viewLength)
  if (from === viewLength) {
    if (viewLength === 0) return [sourceLength, sourceLength]
    const tail = endOf(map, viewLength)
    return [tail, tail]
  }
  const first = segmentAt(map, from)
  const head = map.end[first] === LINEAR ? map.source[first]! + from - map.view[first]! : map.source[first]!
  return from === to ? [head, head] : [head, endOf(map, to)]
}

function endOf(map: OffsetMap, viewEnd: number): number {
  const last = segmentAt(map, viewEnd - 1)
  const end = map.end[last]!
  return end === LINEAR ? map.source[last]! + viewEnd - map.view[last]! : end
}

/** Index of the last segment that starts at or before `viewAt`. */
function segmentAt(map: OffsetMap, viewAt: number): number {
  let low = 0
  let high = map.count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (map.view[middle]! <= viewAt) low = middle
    else high = middle - 1
  }
  return low
}

function append(map: OffsetMap, viewAt: number, sourceAt: number, end: number): void {
  if (map.count === map.view.length) grow(map)
  map.view[map.count] = viewAt
  map.source[map.count] = sourceAt
  map.end[map.count] = end
  map.count++
}

function grow(map: OffsetMap): void {
  const size = Math.max(SEGMENTS_FIRST, map.view.length * 2)
  const wider = (old: Int32Array): Int32Array => {
    const fresh = new Int32Array(size)
    fresh.set(old)
    return fresh
  }
  map.view = wider(map.view)
  map.source = wider(map.source)
  map.end = wider(map.end)
}
