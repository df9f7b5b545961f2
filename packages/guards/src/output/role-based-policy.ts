import { compileRoleRules, judgeByRole, roleRulesSettings } from '../detectors/roles/role-rules.ts'
import { WORD_LIST_VIEWS } from '../detectors/words/word-list.ts'
import { defineGuard } from '../engine/guard.ts'

export default defineGuard({
  name: 'role_based_policy',
  title: 'Role-based response policy',
  description:
    'Restricts the responses to each role to its own topics and words. The entry `*` applies to every role without ' +
    'an entry and to callers without a role. Topics are evaluated as in `topic_restriction`, with the same limits.',
  stages: ['output'],
  tier: 'medium',
  backend: 'embedded',
  owasp: ['LLM02:2025', 'LLM06:2025'],
  views: WORD_LIST_VIEWS,
  settings: roleRulesSettings,
  prepare: compileRoleRules,
  stream: {
    reads: 'whole',
    reach: (rules) => (rules.size === 0 ? 0 : Math.max(1, ...Array.from(rules.values(), ({ list }) => list.reach))),
  },
  check: (text, rules, context) => judgeByRole(text, rules, context, 'The response'),
  examples: [
    {
      settings: { role_policies: [{ role: 'customer', denied_words: ['margin'] }] },
      context: { userRole: 'customer' },
      text: 'Our margin is 40 percent.',
      flags: true,
      category: 'words',
      redacted: 'Our [BLOCKED_WORD] is 40 percent.',
    },
    {
      settings: { role_policies: [{ role: 'customer', denied_topics: ['legal advice'] }] },
      context: { userRole: 'customer' },
      text: 'You should sue your landlord in court, and a lawyer can file the lawsuit.',
      flags: true,
      category: 'denied_topic',
    },
    {
      settings: { role_policies: [{ role: 'customer', denied_topics: ['legal advice'] }] },
      context: { userRole: 'lawyer' },
      text: 'You should sue your landlord in court, and a lawyer can file the lawsuit.',
      flags: false,
    },
    { text: 'Your parcel arrives on Monday.', flags: false },
  ],
})
