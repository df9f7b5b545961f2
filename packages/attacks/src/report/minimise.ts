import type { Judgement } from '../engine/judge.ts'

/** Asks the target in a session of its own, and judges. */
export type Retry = (turns: readonly string[]) => Promise<Judgement>

export interface Minimised {
  /** The shortest conversation that succeeded. */
  readonly turns: readonly string[]
  /** Of the last success; undefined: the attack did not succeed again. */
  readonly judgement: Judgement | undefined
  /** Number of requests that were sent: one per message. */
  readonly requests: number
  /** True: every variant with one piece less fails; false: the request limit was reached first. */
  readonly isMinimal: boolean
}

export interface MinimiseOptions {
  /** No conversation is begun that would need more. */
  readonly requestsMax: number
  /**
   * Returns whether a sentence only requests a proof. It stays with the previous sentence: alone it is a benign request whose fulfillment
   * proves nothing.
   */
  readonly isProof?: (sentence: string) => boolean
  /** Required evidence of the proof; default: any success counts. Readers see the evidence that names the weakness. */
  readonly evidence?: string | undefined
}

/** Maximum number of pieces: longer attacks are split into larger pieces to bound the duration. */
const PIECES_MAX = 200

/**
 * Finds the shortest conversation that still succeeds: first without some of its messages, then without some sentences of each. The order
 * is fixed, so that the result is reproducible for a deterministic target.
 * @param tryAgain its verdict must be at least as full a success as the original
 * @see A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002
 */
export async function minimise(
  turns: readonly string[],
  tryAgain: Retry,
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
    if (some.length === 0 || some.some((item) => item.trim() === '')) return false
    const said = await ask(some)
    if (said === undefined || !shows(said)) return false
    const isAsFull = said.verdict === 'vulnerable' || said.verdict === first.verdict
    if (isAsFull) judgement = said
    return isAsFull
  }
  let left = await reduced(turns, holds)
  for (let at = 0; at < left.length; at += 1) {
    const [before, after] = [left.slice(0, at), left.slice(at + 1)]
    const pieces = withProofRequest(sentencesOf(left[at]!), isProof)
    const sentences = await reduced(pieces, (some) => holds([...before, some.join('').trim(), ...after]))
    const shorter = sentences.join('').trim()
    // Nothing was removed: the message stays unchanged, including surrounding spaces.
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
      // Sequential: each try depends on earlier results. oxlint-disable-next-line no-await-in-loop
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

/** Joins each sentence that requests a proof to the previous sentence, or to the next when it is the first. */
function withProofRequest(sentences: readonly string[], isProof: (sentence: string) => boolean): readonly string[] {
  const joined: string[] = []
  for (const [at, sentence] of sentences.entries()) {
    const isJoined = at > 0 && (isProof(sentence) || (at === 1 && isProof(sentences[0]!)))
    if (isJoined) joined.push(`${joined.pop()}${sentence}`)
    else joined.push(sentence)
  }
  return joined
}

/**
 * Splits a text into sentences with their trailing spaces, whose concatenation is the text; bounded in number so that all can be tried. A
 * dot in an address or a path is not a sentence end: a part of an address is a different address.
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
