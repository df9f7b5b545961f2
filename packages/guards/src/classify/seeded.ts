/** Returns a generator of numbers in [0, 1) that are equal in every run (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles in place (Fisher–Yates). */
export function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}
