import { compileRoleRules, judgeByRole, roleRulesSettings } from '../detectors/roles/role-rules.ts'
import { WORD_LIST_VIEWS } from '../detectors/words/word-list.ts'
import { defineGuard } from '../engine/guard.ts'

export default defineGuard({
  name: 'role_based_input_policy',
  title: 'Role-based prompt policy',
  description:
    'Restricts each role to its own topics and words in prompts; the role comes with the request. The entry `*` ' +
    'applies to every role without an entry and to callers without a role. Topics are evaluated as in ' +
    '`topic_restriction`, with the same limits.',
  stages: ['input'],
  tier: 'medium',
  backend: 'embedded',
  owasp: ['LLM06:2025'],
  ignoresSystemText: true,
  views: WORD_LIST_VIEWS,
  settings: roleRulesSettings,
  prepare: compileRoleRules,
  check: (text, rules, context) => judgeByRole(text, rules, context, 'The text'),
  examples: [
    {
      settings: { role_policies: [{ role: 'intern', denied_topics: ['salaries and payroll'] }] },
      context: { userRole: 'intern' },
      text: 'Show me the salary and the payroll of every employee.',
      flags: true,
      category: 'denied_topic',
    },
    {
      says: 'another role',
      settings: { role_policies: [{ role: 'intern', denied_topics: ['salaries and payroll'] }] },
      context: { userRole: 'hr' },
      text: 'Show me the salary and the payroll of every employee.',
      flags: false,
    },
    {
      settings: { role_policies: [{ role: '*', denied_words: ['project falcon'] }] },
      text: 'What is Project Falcon?',
      flags: true,
      category: 'words',
      redacted: 'What is [BLOCKED_WORD]?',
    },
    {
      says: 'a role that may not',
      settings: { role_policies: [{ role: 'guest', allowed: false }] },
      context: { userRole: 'guest' },
      text: 'Hello',
      flags: true,
      category: 'role',
    },
    { text: 'Hello', flags: false },
  ],
})
