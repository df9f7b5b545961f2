import type { FormSection } from '../parts/form/field-spec.ts'
import { textsByName } from '../parts/form/rows.ts'

/** A provider of models, as a form. */
export const UPSTREAM_SECTIONS: readonly FormSection[] = [
  {
    title: 'Provider',
    fields: [
      { path: ['base_url'], kind: 'text', label: 'Address', wide: true, help: 'Up to and with /v1.' },
      {
        path: ['dialect'],
        kind: 'choice',
        label: 'Speaks',
        options: ['openai', 'anthropic'],
        standard: 'openai',
      },
      {
        path: ['api_key'],
        kind: 'text',
        label: 'Key',
        help: '*** keeps the one that is stored, as long as the address stays. Empty: none.',
      },
      {
        path: ['models'],
        kind: 'lines',
        label: 'Models',
        help: 'One a line: exact names, or beginnings with * behind.',
        placeholder: 'gpt-*',
        wide: true,
      },
      { path: ['enabled'], kind: 'truth', label: 'It is asked', standard: true },
    ],
  },
  {
    title: 'Order and tries',
    fields: [
      { path: ['order'], kind: 'number', label: 'Order', placeholder: '0', help: 'The lowest is asked first.' },
      {
        path: ['weight'],
        kind: 'number',
        label: 'Weight',
        placeholder: '1',
        help: 'Its share among those of the same order.',
      },
      { path: ['retries'], kind: 'number', label: 'Further tries', placeholder: '1' },
      { path: ['timeout_s'], kind: 'number', label: 'Seconds to the first byte', placeholder: '120' },
      { path: ['idle_timeout_s'], kind: 'number', label: 'Seconds of silence', placeholder: '120' },
    ],
  },
  {
    title: 'Headers',
    fields: [
      {
        path: ['headers'],
        kind: 'rows',
        label: 'Sent with every call',
        help: '*** keeps the value that is stored.',
        shape: textsByName,
        columns: [
          { key: 'name', label: 'Name' },
          { key: 'value', label: 'Value' },
        ],
        add: 'Add a header',
      },
    ],
  },
]
