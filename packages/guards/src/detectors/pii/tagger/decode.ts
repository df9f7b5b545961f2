import { TAGS, type TaggerModel } from './model.ts'

const COUNT = TAGS.length

/** Maximum number of tokens of one window; longer ones are cut. */
export const WINDOW_TOKENS_MAX = 256

const emissions = new Float64Array(WINDOW_TOKENS_MAX * COUNT)
const forward = new Float64Array(WINDOW_TOKENS_MAX * COUNT)
const backward = new Float64Array(COUNT)
const next = new Float64Array(COUNT)

/** Computes the factors of a token: the sums of its feature weights, for each tag. */
export function emit({ weights, scale }: TaggerModel, features: Int32Array, perToken: number, token: number): void {
  let other = 0
  let person = 0
  let location = 0
  let organization = 0
  let address = 0
  const from = token * perToken
  for (let at = from; at < from + perToken; at++) {
    const row = (features[at] as number) * COUNT
    other += weights[row] as number
    person += weights[row + 1] as number
    location += weights[row + 2] as number
    organization += weights[row + 3] as number
    address += weights[row + 4] as number
  }
  setEmissions(token, other * scale, person * scale, location * scale, organization * scale, address * scale)
}

/** Sets the scores of one token's tags, in natural units. */
export function setEmissions(
  token: number,
  other: number,
  person: number,
  location: number,
  organization: number,
  address: number,
): void {
  const top = Math.max(other, person, location, organization, address)
  const into = token * COUNT
  emissions[into] = Math.exp(other - top)
  emissions[into + 1] = Math.exp(person - top)
  emissions[into + 2] = Math.exp(location - top)
  emissions[into + 3] = Math.exp(organization - top)
  emissions[into + 4] = Math.exp(address - top)
}

/**
 * Returns the probability of each tag of each token of a window with {@link emit}ted tokens, by the forward-backward algorithm. The tokens
 * around a window have the tag `other`.
 * @param factors from tag to tag, as factors
 */
export function marginals(factors: Float64Array, tokens: number, into: Float64Array): void {
  for (let token = 0; token < tokens; token++) {
    let sum = 0
    for (let tag = 0; tag < COUNT; tag++) {
      let reach = 0
      if (token === 0) reach = factors[tag] as number
      else
        for (let from = 0; from < COUNT; from++)
          reach += (forward[(token - 1) * COUNT + from] as number) * (factors[from * COUNT + tag] as number)
      reach *= emissions[token * COUNT + tag] as number
      forward[token * COUNT + tag] = reach
      sum += reach
    }
    for (let tag = 0; tag < COUNT; tag++) {
      forward[token * COUNT + tag] = (forward[token * COUNT + tag] as number) / sum
    }
  }
  for (let tag = 0; tag < COUNT; tag++) backward[tag] = factors[tag * COUNT] as number
  for (let token = tokens - 1; token >= 0; token--) {
    let sum = 0
    for (let tag = 0; tag < COUNT; tag++) sum += (forward[token * COUNT + tag] as number) * (backward[tag] as number)
    for (let tag = 0; tag < COUNT; tag++) {
      into[token * COUNT + tag] = ((forward[token * COUNT + tag] as number) * (backward[tag] as number)) / sum
    }
    stepBack(factors, token)
  }
}

function stepBack(factors: Float64Array, token: number): void {
  let sum = 0
  for (let from = 0; from < COUNT; from++) {
    let reach = 0
    for (let tag = 0; tag < COUNT; tag++) {
      reach +=
        (factors[from * COUNT + tag] as number) * (emissions[token * COUNT + tag] as number) * (backward[tag] as number)
    }
    next[from] = reach
    sum += reach
  }
  for (let tag = 0; tag < COUNT; tag++) backward[tag] = (next[tag] as number) / sum
}
