import type { FormSection } from '../parts/form/field-spec.ts'
import { textsByName } from '../parts/form/rows.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'

/** Form sections of a model provider. */
export const UPSTREAM_SECTIONS: readonly FormSection[] = [
  {
    title: messages.upstreamFields.provider,
    fields: [
      {
        path: ['base_url'],
        kind: 'text',
        label: common.url,
        wide: true,
        help: messages.upstreamFields.includeThePathUpToV1,
      },
      {
        path: ['dialect'],
        kind: 'choice',
        label: messages.upstreamFields.apiFormat,
        options: ['openai', 'anthropic'],
        standard: 'openai',
      },
      {
        path: ['api_key'],
        kind: 'text',
        label: common.apiKey,
        help: messages.upstreamFields.keepsTheStoredKeyWhileTheUrlIs,
      },
      {
        path: ['models'],
        kind: 'lines',
        label: common.models,
        help: messages.upstreamFields.onePerLineUseAsASuffixWildcard,
        placeholder: messages.upstreamFields.gpt,
        wide: true,
      },
      { path: ['enabled'], kind: 'truth', label: common.enabled, standard: true },
    ],
  },
  {
    title: messages.upstreamFields.routingAndRetries,
    fields: [
      {
        path: ['order'],
        kind: 'number',
        label: messages.upstreamFields.priority,
        placeholder: '0',
        help: messages.upstreamFields.lowerNumbersAreUsedFirst,
      },
      {
        path: ['weight'],
        kind: 'number',
        label: messages.upstreamFields.weight,
        placeholder: '1',
        help: messages.upstreamFields.shareOfRequestsAmongProviders,
      },
      { path: ['retries'], kind: 'number', label: messages.upstreamFields.retries, placeholder: '1' },
      { path: ['timeout_s'], kind: 'number', label: messages.upstreamFields.firstByteTimeoutS, placeholder: '120' },
      { path: ['idle_timeout_s'], kind: 'number', label: messages.upstreamFields.idleTimeoutS, placeholder: '120' },
    ],
  },
  {
    title: messages.upstreamFields.headers,
    fields: [
      {
        path: ['headers'],
        kind: 'rows',
        label: messages.upstreamFields.requestHeaders,
        help: common.keepsTheStoredValue,
        shape: textsByName,
        columns: [
          { key: 'name', label: common.name },
          { key: 'value', label: common.value },
        ],
        add: messages.upstreamFields.addHeader,
      },
    ],
  },
]
