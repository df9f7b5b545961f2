import type { FormSection, Value } from '../parts/form/field-spec.ts'
import { objects } from '../parts/form/rows.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/data.ts'

const asksModel = (value: Value): boolean =>
  value['sanitization_mode'] === 'ai' ||
  value['sanitization_mode'] === 'both' ||
  value['sanitization_intent'] !== undefined

/** Form sections of a data policy. */
export const DATA_POLICY_SECTIONS: readonly FormSection[] = [
  {
    title: common.general,
    fields: [
      { path: ['enabled'], kind: 'truth', label: common.enabled, standard: true },
      { path: ['mode'], kind: 'choice', label: common.mode, options: ['enforce', 'monitor'], standard: 'enforce' },
      {
        path: ['on_error'],
        kind: 'choice',
        label: messages.dataPolicyFields.onFailure,
        options: ['closed', 'open'],
        standard: 'closed',
        help: messages.dataPolicyFields.closedBlockTheCallOpenWarn,
      },
      {
        path: ['screen_for_injection'],
        kind: 'truth',
        label: messages.dataPolicyFields.screenResultsForInstructionsTo,
        standard: false,
      },
    ],
  },
  {
    title: common.patterns,
    fields: [
      {
        path: ['sanitization_mode'],
        kind: 'choice',
        label: messages.dataPolicyFields.detection,
        options: ['regex', 'ai', 'both'],
        standard: 'regex',
        help: messages.dataPolicyFields.aiAndBothRequireAConfigured,
      },
      {
        path: ['sanitization_intent'],
        kind: 'long',
        label: messages.dataPolicyFields.dataForTheModelToRedact,
        when: asksModel,
      },
      {
        path: ['sanitization_rules'],
        kind: 'rows',
        label: messages.dataPolicyFields.rules,
        shape: objects(
          { pattern_id: 'text', regex: 'text', replacement: 'text', severity: 'text', action: 'text' },
          'pattern_id',
        ),
        columns: [
          { key: 'pattern_id', label: common.name, placeholder: messages.dataPolicyFields.card },
          { key: 'regex', label: messages.dataPolicyFields.pattern, placeholder: messages.dataPolicyFields.b4DB },
          {
            key: 'replacement',
            label: messages.dataPolicyFields.replacement,
            placeholder: messages.dataPolicyFields.card2,
          },
          { key: 'severity', label: common.severity, options: ['medium', 'low', 'high', 'critical'] },
          { key: 'action', label: common.action, options: ['redact', 'detect', 'block'] },
        ],
        add: messages.dataPolicyFields.addRule,
      },
    ],
  },
  {
    title: common.roles,
    fields: [
      {
        path: ['role_policies'],
        kind: 'rows',
        label: messages.dataPolicyFields.restrictionsByRole,
        help: messages.dataPolicyFields.describeEachRestriction,
        shape: objects({ role: 'text', action: 'text', input_rules: 'list', output_rules: 'list' }, 'role'),
        columns: [
          { key: 'role', label: common.role, placeholder: messages.dataPolicyFields.support },
          { key: 'action', label: common.action, options: ['redact', 'allow', 'block', 'mask'] },
          { key: 'input_rules', label: common.arguments },
          {
            key: 'output_rules',
            label: messages.dataPolicyFields.results,
            placeholder: messages.dataPolicyFields.datesOfBirth,
          },
        ],
        add: common.addRole,
      },
    ],
  },
]
