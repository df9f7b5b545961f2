import type { FormSection } from '../parts/form/field-spec.ts'
import { objects } from '../parts/form/rows.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'

/** Form sections of a tool server. */
export const SERVER_SECTIONS: readonly FormSection[] = [
  {
    title: common.server,
    fields: [
      { path: ['url'], kind: 'text', label: common.url, wide: true },
      {
        path: ['trust_score'],
        kind: 'number',
        label: common.trust,
        placeholder: '0.5',
        help: messages.serverFields.n0To1OrAPercentageAbove1,
      },
      { path: ['description'], kind: 'long', label: common.description },
    ],
  },
  {
    title: common.tools,
    fields: [
      {
        path: ['tools'],
        kind: 'rows',
        label: messages.serverFields.registeredTools,
        help: messages.serverFields.editToolSchemasAndAnnotations,
        shape: objects({ name: 'text', description: 'text' }, 'name'),
        columns: [
          { key: 'name', label: common.tool },
          { key: 'description', label: common.description },
        ],
        add: messages.serverFields.addTool,
      },
    ],
  },
]
