import { affinityOf, type CompiledTopic, compileTopic, readForTopics } from './affinity.ts'

/** Topics compiled per setting, at most, and characters of each. */
export const TOPICS_MAX = 100
export const TOPIC_CHARS_MAX = 500

/** From this score on a text is about a denied topic. See docs/models/topic.md for what each score finds and lets through. */
export const DENIED_SCORE_DEFAULT = 0.6
/** Below this score a text is about none of the allowed ones: lower, since refusing by mistake costs more. */
export const ALLOWED_SCORE_DEFAULT = 0.3

/** With fewer known words a text is not judged: a greeting, another language. */
const KNOWN_WORDS_MIN = 3

/** Where most words are unknown, or none of these is there, the text is in another language than the vectors are. */
const KNOWN_SHARE_MIN = 0.7
const ENGLISH =
  /\b(?:the|an?|is|are|was|were|i|you|my|your|me|it|of|to|and|for|with|how|what|which|who|when|where|why|can|do|does|this|that|please|there|not|have|has|will|would|should|from|on|at|by|be)\b/iu

export interface TopicRules {
  readonly allowed: readonly CompiledTopic[]
  readonly denied: readonly CompiledTopic[]
}

export interface TopicRuling {
  readonly verdict: 'on_topic' | 'denied_topic' | 'off_topic' | 'unjudged'
  /** The denied topic that the text is about, or the allowed one that it is nearest to. */
  readonly topic: string | undefined
  readonly score: number
  /** How likely the text is where it should not be: about a denied topic, or about none of the allowed ones. */
  readonly offTopic: number
}

/** Compiles lists of topics; an empty description is left out. */
export function compileTopics(allowed: readonly string[], denied: readonly string[]): TopicRules {
  const compileAll = (topics: readonly string[]): CompiledTopic[] =>
    topics.filter((topic) => topic.trim() !== '').map(compileTopic)
  return { allowed: compileAll(allowed), denied: compileAll(denied) }
}

/** Judges a text by what it is about. */
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
