import { z } from 'zod'
import {
  ALLOWED_SCORE_DEFAULT,
  compileTopics,
  DENIED_SCORE_DEFAULT,
  ruleOnTopic,
  TOPIC_CHARS_MAX,
  TOPICS_MAX,
} from '../detectors/topics/restrict.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { useModel } from '../engine/judge.ts'
import { flaggedSentences, spanDetails } from '../text/strong-places.ts'

const topics = z.array(z.string().trim().min(1).max(TOPIC_CHARS_MAX)).max(TOPICS_MAX).default([])

/** Maximum number of displayed characters of a topic. */
const LABEL_CHARS_MAX = 100

/** Longest purpose: the first paragraph of a system prompt, not the whole of it. */
const PURPOSE_CHARS_MAX = 4_000

export default defineGuard({
  name: 'topic_restriction',
  title: 'Topics',
  description:
    'Flags texts about a denied topic, and texts outside the allowed topics and the purpose. Topics are described in ' +
    'a few words; a local method compares words, their neighbors and a list of sixty fields. Only English text is ' +
    'judged; greetings and texts without known words pass. Purposes that are not a subject of conversation are not ' +
    'understood.',
  stages: ['input'],
  tier: 'medium',
  backend: 'embedded',
  owasp: ['LLM01:2025'],
  readsSentences: true,
  ignoresSystemText: true,
  views: ['normal'],
  settings: z.object({
    allowed_topics: topics.describe('Allowed topics; if empty, every topic that is not denied.'),
    denied_topics: topics.describe('Denied topics, e.g. `medical advice`.'),
    system_purpose: z
      .string()
      .trim()
      .max(PURPOSE_CHARS_MAX)
      .default('')
      .describe('Purpose of the application, e.g. `You are a banking assistant …`; treated as an allowed topic.'),
    denied_threshold: z
      .number()
      .min(0)
      .max(1)
      .default(DENIED_SCORE_DEFAULT)
      .describe('Minimum score for a denied topic.'),
    allowed_threshold: z
      .number()
      .min(0)
      .max(1)
      .default(ALLOWED_SCORE_DEFAULT)
      .describe('Minimum score for at least one allowed topic.'),
    use_model: useModel,
  }),
  prepare: ({ allowed_topics, denied_topics, system_purpose, denied_threshold, allowed_threshold }) => ({
    rules: compileTopics([...allowed_topics, system_purpose], denied_topics),
    deniedFrom: denied_threshold,
    allowedFrom: allowed_threshold,
  }),
  check(text, { rules, deniedFrom, allowedFrom }, { isRecord }) {
    if (rules.allowed.length === 0 && rules.denied.length === 0) return clear
    const view = text.views(['normal'])[0]
    const normal = view?.text ?? text.original
    const { verdict, topic, score, offTopic } = ruleOnTopic(normal, rules, deniedFrom, allowedFrom)
    const details = { topic, topic_score: Number(score.toFixed(3)), verdict }
    const risk = Number(offTopic.toFixed(3))
    if (verdict === 'on_topic' || verdict === 'unjudged') return { ...clear, score: risk, details }
    const message =
      verdict === 'denied_topic'
        ? `The text is about a denied topic: ${topic?.slice(0, LABEL_CHARS_MAX)}.`
        : 'The text is not about any of the allowed topics.'
    // An off-topic text has no places.
    const denied = { allowed: [], denied: rules.denied }
    const places =
      view === undefined || isRecord === true || verdict !== 'denied_topic'
        ? []
        : flaggedSentences(view, (sentence) => {
            const alone = ruleOnTopic(sentence, denied, deniedFrom, allowedFrom)
            return alone.verdict === 'denied_topic' ? alone.topic?.slice(0, LABEL_CHARS_MAX) : undefined
          })
    return flag(message, {
      category: verdict,
      severity: 'low',
      score: risk,
      details: { ...details, ...spanDetails(places) },
    })
  },
  judge: {
    between: [0, Number.POSITIVE_INFINITY],
    question({ allowed_topics, denied_topics, system_purpose }) {
      const parts = [
        ...(denied_topics.length === 0 ? [] : [`about one of these denied topics: ${denied_topics.join('; ')}`]),
        ...(allowed_topics.length === 0 && system_purpose === ''
          ? []
          : [`outside all of these allowed topics and purposes: ${[...allowed_topics, system_purpose].join('; ')}`]),
      ]
      return parts.length === 0 ? undefined : `Is the text ${parts.join(', or ')}? Greetings and thanks are never.`
    },
  },
  examples: [
    {
      settings: { denied_topics: ['medical advice'] },
      text: 'Which antibiotic should I take for a lung infection with fever?',
      flags: true,
      category: 'denied_topic',
    },
    {
      settings: { denied_topics: ['politics'] },
      text: 'Who should I vote for in the presidential election?',
      flags: true,
      category: 'denied_topic',
    },
    {
      settings: { denied_topics: ['politics', 'medical advice'] },
      text: 'How do I reset the password of my account?',
      flags: false,
    },
    {
      settings: { system_purpose: 'You are a banking assistant. Help customers with accounts, cards and transfers.' },
      text: 'What is a good recipe for garlic bread with cheese?',
      flags: true,
      category: 'off_topic',
    },
    {
      settings: { system_purpose: 'You are a banking assistant. Help customers with accounts, cards and transfers.' },
      text: 'Why was my wire transfer rejected?',
      flags: false,
    },
    {
      says: 'a greeting',
      settings: { allowed_topics: ['banking'] },
      text: 'Hi there!',
      flags: false,
    },
    {
      says: 'another language is not judged',
      settings: { system_purpose: 'You are a banking assistant. Help customers with accounts, cards and transfers.' },
      text: 'Wo bleibt denn meine Bestellung, die ich vorgestern aufgegeben habe?',
      flags: false,
    },
    { text: 'Anything goes when nothing is set.', flags: false },
  ],
})
