import type { Judgement } from '../engine/judge.ts'

/** Asks the target in a session of its own, and judges. */
export type TryAgain = (turns: readonly string[]) => Promise<Judgement>

export interface Minimised {
  /** The shortest conversation that succeeded. */
  readonly turns: readonly string[]
  /** Of the last success; undefined: the attack did not succeed again. */
  readonly judgement: Judgement | undefined
  /** That were sent for it: one for each message. */
  readonly requests: number
  /** All shorter ones that differ by one piece fail; false: the bound came first. */
  readonly isMinimal: boolean
}

export interface MinimiseOptions {
  /** No conversation is begun that would need more. */
  readonly requestsMax: number
  /**
   * A sentence that only asks for a proof. It stays with the one before it: alone it is an honest wish, and that a target does
   * what it says proves nothing.
   */
  readonly isProof?: (sentence: string) => boolean
  /** What the proof has to show; absent: any success will do. A reader is shown what the weakness is named after. */
  readonly evidence?: string | undefined
}

/** An attack of more pieces is taken in larger ones: nobody would wait for all. */
const PIECES_MAX = 200

/**
 * Looks for the shortest conversation that still succeeds: first without some of its messages, then without some sentences of
 * each. The order is fixed, so that against a target that always answers the same the result is the same.
 * @param tryAgain  its verdict counts: only as full a success as the first is one
 * @see A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002
 */
export async function minimise(
  turns: readonly string[],
  tryAgain: TryAgain,
  { requestsMax, isProof = () => false, evidence }: MinimiseOptions,
): Promise<Minimised> {
  let requests = 0
  let isBounded = false
  const known = new Map<string, Judgement>()
  const ask = async (some: readonly string[]): Promise<Judgement | undefined> => {
    const key = JSON.stringify(some)
    const had = known.get(key)
    if (had !== undefined) return had
    if (requests + some.length > requestsMax) {
      isBounded = true
      return undefined
    }
    requests += some.length
    const judgement = await tryAgain(some)
    known.set(key, judgement)
    return judgement
  }
  const first = turns.length === 0 ? undefined : await ask(turns)
  const shows = (said: Judgement): boolean =>
    (said.verdict === 'vulnerable' || said.verdict === 'partial') &&
    (evidence === undefined || said.evidence.some(({ code }) => code === evidence))
  if (first === undefined || !shows(first)) {
    return { turns, judgement: undefined, requests, isMinimal: false }
  }
  let judgement = first
  const holds = async (some: readonly string[]): Promise<boolean> => {
    if (some.length === 0 || some.some((one) => one.trim() === '')) return false
    const said = await ask(some)
    if (said === undefined || !shows(said)) return false
    const isAsFull = said.verdict === 'vulnerable' || said.verdict === first.verdict
    if (isAsFull) judgement = said
    return isAsFull
  }
  let left = await reduced(turns, holds)
  for (let at = 0; at < left.length; at += 1) {
    const [before, after] = [left.slice(0, at), left.slice(at + 1)]
    const pieces = withWish(sentencesOf(left[at]!), isProof)
    const sentences = await reduced(pieces, (some) => holds([...before, some.join('').trim(), ...after]))
    const shorter = sentences.join('').trim()
    // Nothing was left out: the message stays as it was, spaces at its ends too.
    if (sentences.length < pieces.length) left = [...before, shorter, ...after]
  }
  return { turns: left, judgement, requests, isMinimal: !isBounded }
}

/** Delta debugging: leaves out ever smaller parts until none can be left out. */
async function reduced(
  pieces: readonly string[],
  holds: (some: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let left = pieces
  let parts = 2
  while (left.length >= 2) {
    const size = Math.ceil(left.length / parts)
    let shorter: readonly string[] | undefined
    for (let from = 0; from < left.length && shorter === undefined; from += size) {
      const rest = [...left.slice(0, from), ...left.slice(from + size)]
      // What is asked depends on what was answered before. oxlint-disable-next-line no-await-in-loop
      if (rest.length > 0 && (await holds(rest))) shorter = rest
    }
    if (shorter !== undefined) {
      left = shorter
      parts = Math.max(2, parts - 1)
    } else if (size === 1) return left
    else parts = Math.min(left.length, parts * 2)
  }
  return left
}

/** Each sentence that asks for a proof joined to the one before it, or, where it is the first, to the one behind. */
function withWish(sentences: readonly string[], isProof: (sentence: string) => boolean): readonly string[] {
  const joined: string[] = []
  for (const [at, sentence] of sentences.entries()) {
    const isJoined = at > 0 && (isProof(sentence) || (at === 1 && isProof(sentences[0]!)))
    if (isJoined) joined.push(`${joined.pop()}${sentence}`)
    else joined.push(sentence)
  }
  return joined
}

/**
 * Sentences with the spaces behind them, so that together they are the text; so many at most that all can be tried. A dot within
 * an address or a path ends none: a piece of an address is another address.
 */
function sentencesOf(text: string): readonly string[] {
  const found: string[] = []
  let from = 0
  for (const { 0: end, index } of text.matchAll(/[.!?。！？\n]+["'”»“)\]]*\s*/gu)) {
    const to = index + end.length
    if (to < text.length && !/[\s。！？]/u.test(end)) continue
    found.push(text.slice(from, to))
    from = to
  }
  if (from < text.length) found.push(text.slice(from))
  const size = Math.ceil(found.length / PIECES_MAX)
  return Array.from({ length: Math.ceil(found.length / Math.max(1, size)) }, (_, at) =>
    found.slice(at * size, (at + 1) * size).join(''),
  )
}
