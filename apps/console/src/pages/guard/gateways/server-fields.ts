import type { FormSection } from '../parts/form/field-spec.ts'
import { objects } from '../parts/form/rows.ts'

/** A tool server as it is registered, as a form. */
export const SERVER_SECTIONS: readonly FormSection[] = [
  {
    title: 'Server',
    fields: [
      { path: ['url'], kind: 'text', label: 'Address', wide: true },
      {
        path: ['trust_score'],
        kind: 'number',
        label: 'Trust',
        placeholder: '0.5',
        help: 'From 0 to 1; above 1 it is percent.',
      },
      { path: ['description'], kind: 'long', label: 'What it is for' },
    ],
  },
  {
    title: 'Tools',
    fields: [
      {
        path: ['tools'],
        kind: 'rows',
        label: 'What it offers',
        help: 'Schemas and annotations of tools are written in the text, and are pinned too.',
        shape: objects({ name: 'text', description: 'text' }, 'name'),
        columns: [
          { key: 'name', label: 'Tool' },
          { key: 'description', label: 'Description' },
        ],
        add: 'Add a tool',
      },
    ],
  },
]
