import { z } from 'zod'
import { clear, flag, type GuardContext, type Outcome } from '../../engine/guard.ts'
import type { TextViews } from '../../text/views.ts'
import {
  ALLOWED_SCORE_DEFAULT,
  compileTopics,
  DENIED_SCORE_DEFAULT,
  ruleOnTopic,
  TOPIC_CHARS_MAX,
  type TopicRules,
  TOPICS_MAX,
} from '../topics/restrict.ts'
import { compileWordList, WORD_CHARS_MAX, type WordList } from '../words/word-list.ts'
import { ANY_ROLE, entryOf, roleName, ROLES_MAX } from './roles.ts'

const topics = z.array(z.string().trim().min(1).max(TOPIC_CHARS_MAX)).max(TOPICS_MAX).default([])
const WORDS_OF_ROLE_MAX = 1_000

/** Rules for one role. */
const rolePolicy = z.strictObject({
  role: roleName.describe(
    'Name of the role, or `*` for callers without a role and for roles without an entry of their own.',
  ),
  allowed: z.boolean().default(true).describe('Whether the role may use this stage.'),
  allowed_topics: topics.describe('Allowed topics; if empty, all topics are allowed.'),
  denied_topics: topics.describe('Denied topics.'),
  denied_words: z
    .array(z.string().trim().min(1).max(WORD_CHARS_MAX))
    .max(WORDS_OF_ROLE_MAX)
    .default([])
    .describe('Denied words and phrases.'),
})

/** Settings of the two role guards. */
export const roleRulesSettings = z.object({
  role_policies: z
    .array(rolePolicy)
    .max(ROLES_MAX)
    .default([])
    .describe('One entry per role; later entries take precedence.'),
})

interface Entry {
  readonly allowed: boolean
  readonly topics: TopicRules
  readonly list: WordList
}

export type RoleRules = ReadonlyMap<string, Entry>

/** Compiles the entries once per policy version. */
export function compileRoleRules({ role_policies }: z.infer<typeof roleRulesSettings>): RoleRules {
  return new Map(
    role_policies.map(({ role, allowed, allowed_topics, denied_topics, denied_words }) => [
      role,
      { allowed, topics: compileTopics(allowed_topics, denied_topics), list: compileWordList(denied_words) },
    ]),
  )
}

/** Evaluates a text by the rules for the caller's role. */
export function judgeByRole(text: TextViews, rules: RoleRules, { userRole }: GuardContext, what: string): Outcome {
  const entry = entryOf(rules, userRole)
  if (entry === undefined) return clear
  const role = userRole ?? ANY_ROLE
  const details = { role }
  if (!entry.allowed) return flag(`The role ${role} is not allowed to do this.`, { category: 'role', details })
  const hits = entry.list.find(text)
  if (hits.length > 0) {
    return flag(`${what} contains words that are not allowed for the role ${role}.`, {
      category: 'words',
      spans: hits.map(({ start, end, view }) => ({ start, end, view, label: 'BLOCKED_WORD' })),
      details: { ...details, matches: hits.length },
    })
  }
  if (entry.topics.allowed.length === 0 && entry.topics.denied.length === 0) return clear
  const normal = text.views(['normal'])[0]?.text ?? text.original
  const ruling = ruleOnTopic(normal, entry.topics, DENIED_SCORE_DEFAULT, ALLOWED_SCORE_DEFAULT)
  if (ruling.verdict === 'on_topic' || ruling.verdict === 'unjudged') return clear
  return flag(`${what} is about a topic that is not allowed for the role ${role}.`, {
    category: ruling.verdict,
    score: ruling.verdict === 'denied_topic' ? ruling.score : 1 - ruling.score,
    details: { ...details, topic: ruling.topic, topic_score: Number(ruling.score.toFixed(3)) },
  })
}
