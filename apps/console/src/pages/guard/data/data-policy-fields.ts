import type { FormSection, Value } from '../parts/form/field-spec.ts'
import { objects } from '../parts/form/rows.ts'

const asksModel = (value: Value): boolean =>
  value['sanitization_mode'] === 'ai' ||
  value['sanitization_mode'] === 'both' ||
  value['sanitization_intent'] !== undefined

/** What may pass in arguments and answers of tools, as a form. */
export const DATA_POLICY_SECTIONS: readonly FormSection[] = [
  {
    title: 'About it',
    fields: [
      { path: ['enabled'], kind: 'truth', label: 'It holds', standard: true },
      { path: ['mode'], kind: 'choice', label: 'Mode', options: ['enforce', 'monitor'], standard: 'enforce' },
      {
        path: ['on_error'],
        kind: 'choice',
        label: 'Where it cannot decide',
        options: ['closed', 'open'],
        standard: 'closed',
        help: 'closed blocks, open warns.',
      },
      {
        path: ['screen_for_injection'],
        kind: 'truth',
        label: 'Answers are screened for orders to the model',
        standard: false,
      },
    ],
  },
  {
    title: 'Patterns',
    fields: [
      {
        path: ['sanitization_mode'],
        kind: 'choice',
        label: 'Found by',
        options: ['regex', 'ai', 'both'],
        standard: 'regex',
        help: 'ai and both need a configured model.',
      },
      {
        path: ['sanitization_intent'],
        kind: 'long',
        label: 'What the model takes out, in plain words',
        when: asksModel,
      },
      {
        path: ['sanitization_rules'],
        kind: 'rows',
        label: 'Rules',
        shape: objects(
          { pattern_id: 'text', regex: 'text', replacement: 'text', severity: 'text', action: 'text' },
          'pattern_id',
        ),
        columns: [
          { key: 'pattern_id', label: 'Name', placeholder: 'card' },
          { key: 'regex', label: 'Pattern', placeholder: '\\b4\\d{15}\\b' },
          { key: 'replacement', label: 'Put in its place', placeholder: '[CARD]' },
          { key: 'severity', label: 'Severity', options: ['medium', 'low', 'high', 'critical'] },
          { key: 'action', label: 'Action', options: ['redact', 'detect', 'block'] },
        ],
        add: 'Add a rule',
      },
    ],
  },
  {
    title: 'Roles',
    fields: [
      {
        path: ['role_policies'],
        kind: 'rows',
        label: 'What roles may see',
        help: 'In plain words, with ; between rules, e.g. dates of birth. * is any role.',
        shape: objects({ role: 'text', action: 'text', input_rules: 'list', output_rules: 'list' }, 'role'),
        columns: [
          { key: 'role', label: 'Role', placeholder: 'support' },
          { key: 'action', label: 'Action', options: ['redact', 'allow', 'block', 'mask'] },
          { key: 'input_rules', label: 'In arguments' },
          { key: 'output_rules', label: 'In answers', placeholder: 'dates of birth' },
        ],
        add: 'Add a role',
      },
    ],
  },
]
