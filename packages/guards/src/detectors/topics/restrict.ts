import { affinityOf, type CompiledTopic, compileTopic, readForTopics } from './affinity.ts'

/** Topics compiled per setting, at most, and characters of each. */
export const TOPICS_MAX = 100
export const TOPIC_CHARS_MAX = 500

/** Minimum score of a text about a denied topic. See docs/models/topic.md for recall and misses at each score. */
export const DENIED_SCORE_DEFAULT = 0.6
/** Minimum score of a text about an allowed topic: lower, since false positives cost more. */
export const ALLOWED_SCORE_DEFAULT = 0.3

/** Minimum number of known words; shorter texts are not evaluated: a greeting, another language. */
const KNOWN_WORDS_MIN = 3

/** Minimum share of known words: below it, the text is in another language than the vectors. */
const KNOWN_SHARE_MIN = 0.7
const ENGLISH =
  /\b(?:the|an?|is|are|was|were|i|you|my|your|me|it|of|to|and|for|with|how|what|which|who|when|where|why|can|do|does|this|that|please|there|not|have|has|will|would|should|from|on|at|by|be)\b/iu

export interface TopicRules {
  readonly allowed: readonly CompiledTopic[]
  readonly denied: readonly CompiledTopic[]
}

export interface TopicRuling {
  readonly verdict: 'on_topic' | 'denied_topic' | 'off_topic' | 'unjudged'
  /** Denied topic of the text, or the nearest allowed one. */
  readonly topic: string | undefined
  readonly score: number
  /** Probability that the text is off-topic: about a denied topic, or about no allowed one. */
  readonly offTopic: number
}

/** Compiles lists of topics; an empty description is left out. */
export function compileTopics(allowed: readonly string[], denied: readonly string[]): TopicRules {
  const compileAll = (topics: readonly string[]): CompiledTopic[] =>
    topics.filter((topic) => topic.trim() !== '').map(compileTopic)
  return { allowed: compileAll(allowed), denied: compileAll(denied) }
}

/** Evaluates a text by its topic. */
export function ruleOnTopic(
  text: string,
  { allowed, denied }: TopicRules,
  deniedFrom: number,
  allowedFrom: number,
): TopicRuling {
  const read = readForTopics(text)
  const best = (topics: readonly CompiledTopic[]): readonly [string, number] | undefined =>
    topics
      .map((topic) => [topic.description, affinityOf(read, topic).score] as const)
      .toSorted((left, right) => right[1] - left[1])[0]
  const worst = best(denied)
  const nearest = best(allowed)
  const offTopic = Math.max(worst?.[1] ?? 0, nearest === undefined ? 0 : 1 - nearest[1])
  if (worst !== undefined && worst[1] >= deniedFrom) {
    return { verdict: 'denied_topic', topic: worst[0], score: worst[1], offTopic }
  }
  if (nearest === undefined) return { verdict: 'on_topic', topic: undefined, score: worst?.[1] ?? 0, offTopic }
  const [topic, score] = nearest
  if (score >= allowedFrom) return { verdict: 'on_topic', topic, score, offTopic }
  const isUnknown =
    read.known < KNOWN_WORDS_MIN || read.known < KNOWN_SHARE_MIN * read.words.length || !ENGLISH.test(text)
  return { verdict: isUnknown ? 'unjudged' : 'off_topic', topic, score, offTopic }
}
