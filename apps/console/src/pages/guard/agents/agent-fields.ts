import type { FormSection } from '../parts/form/field-spec.ts'
import { listsByName } from '../parts/form/rows.ts'

const toolsOf = (whose: string) =>
  ({
    kind: 'rows',
    shape: listsByName,
    columns: [
      { key: 'name', label: whose },
      { key: 'value', label: 'Tools', placeholder: 'none' },
    ],
  }) as const

/** What is said of an agent, as a form. */
export const AGENT_SECTIONS: readonly FormSection[] = [
  {
    title: 'About it',
    fields: [
      { path: ['name'], kind: 'text', label: 'Shown as' },
      { path: ['status'], kind: 'choice', label: 'Status', options: ['active', 'disabled'], standard: 'active' },
      { path: ['description'], kind: 'long', label: 'What it does' },
    ],
  },
  {
    title: 'Tools and roles',
    fields: [
      {
        path: ['tools'],
        kind: 'lines',
        label: 'Tools it may use',
        help: 'One a line; * behind a beginning.',
        placeholder: 'orders_*',
        wide: true,
      },
      {
        ...toolsOf('Role'),
        path: ['role_permissions'],
        label: 'Roles of users',
        help: 'With commas between tools. None named: any role may use all of its tools. As soon as one is, others may use none.',
        add: 'Add a role',
      },
    ],
  },
  {
    title: 'Other agents',
    fields: [
      {
        ...toolsOf('Agent'),
        path: ['agent_permissions'],
        label: 'What other agents may do through it',
        add: 'Add an agent',
      },
    ],
  },
]
