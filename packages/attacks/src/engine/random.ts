import { hash } from 'node:crypto'

/** Random numbers from one seed, the same on every machine. */
export interface Random {
  /** 0 ≤ n < 1. */
  readonly next: () => number
  /** 0 ≤ n < below; `below` is at least 1. */
  readonly below: (below: number) => number
  /** @throws {RangeError} when there is nothing to choose from */
  readonly pick: <One>(from: readonly One[]) => One
  /** All of them in another order. */
  readonly shuffled: <One>(from: readonly One[]) => One[]
  /**
   * Returns an independent random source for one part of the work. It depends only on the seed and the label, never on numbers drawn
   * before. So the order of a target's answers changes nothing.
   */
  readonly fork: (label: string) => Random
}

/** @param seed  any text */
export function createRandom(seed: string): Random {
  const next = sfc32(hash('sha256', seed, 'buffer'))
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick(from) {
      const one = from[below(from.length)]
      if (one === undefined) throw new RangeError('there is nothing to choose from')
      return one
    },
    shuffled(from) {
      const all = [...from]
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        const held = all[at]!
        all[at] = all[other]!
        all[other] = held
      }
      return all
    },
    // The length separates `ab` + `c` from `a` + `bc`.
    fork: (label) => createRandom(`${seed.length}:${seed}/${label}`),
  }
}

/** Chris Doty-Humphrey's small fast counter, three words of state and a counter. */
function sfc32(digest: Buffer): () => number {
  let [a, b, c, counter] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), 1]
  const step = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
  // The first outputs still resemble the seed.
  for (let n = 0; n < 15; n += 1) step()
  return step
}
