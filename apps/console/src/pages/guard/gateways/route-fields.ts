import type { FormSection, Value } from '../parts/form/field-spec.ts'
import { objects, textsByName } from '../parts/form/rows.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'

const isProcess = (value: Value): boolean => value['transport'] === 'stdio'
const hasSeveral = (value: Value): boolean => value['upstreams'] !== undefined
const isSingle = (value: Value): boolean => !hasSeveral(value)
const isRemote = (value: Value): boolean => isSingle(value) && !isProcess(value)
const isLocal = (value: Value): boolean => isSingle(value) && isProcess(value)
const isElsewhere = (value: Value): boolean => value['enforcement_backend'] === 'http'

/** Form sections of a tool server route. */
export const ROUTE_SECTIONS: readonly FormSection[] = [
  {
    title: common.mcpServer,
    fields: [
      {
        path: ['transport'],
        kind: 'choice',
        label: messages.routeFields.transport,
        options: ['http', 'sse', 'stdio'],
        standard: 'http',
        when: isSingle,
      },
      {
        path: ['default_agent'],
        kind: 'text',
        label: common.defaultAgent,
        help: messages.routeFields.usedIfTheClientDoesNotNameAn,
      },
      {
        path: ['url'],
        kind: 'text',
        label: common.url,
        wide: true,
        placeholder: messages.routeFields.httpsMcp,
        when: isRemote,
      },
      {
        path: ['headers'],
        kind: 'rows',
        label: messages.routeFields.headers,
        help: common.keepsTheStoredValue,
        shape: textsByName,
        columns: [
          { key: 'name', label: common.name, placeholder: messages.routeFields.authorization },
          { key: 'value', label: common.value },
        ],
        add: messages.routeFields.addHeader,
        when: isRemote,
      },
      { path: ['command'], kind: 'text', label: messages.routeFields.command, wide: true, when: isLocal },
      { path: ['args'], kind: 'lines', label: common.arguments, wide: true, when: isLocal },
      {
        path: ['env'],
        kind: 'rows',
        label: messages.routeFields.environmentVariables,
        help: common.keepsTheStoredValue,
        shape: textsByName,
        columns: [
          { key: 'name', label: messages.routeFields.variable },
          { key: 'value', label: common.value },
        ],
        add: messages.routeFields.addVariable,
        when: isLocal,
      },
      {
        path: ['shared'],
        kind: 'truth',
        label: messages.routeFields.shareOneProcessAcrossSessions,
        standard: false,
        when: isLocal,
      },
      {
        path: ['upstreams'],
        kind: 'rows',
        label: messages.routeFields.servers,
        help: messages.routeFields.toolNamesArePrefixedWithThe,
        shape: objects({ name: 'text', transport: 'text', url: 'text' }, 'name'),
        columns: [
          { key: 'name', label: common.name },
          { key: 'transport', label: messages.routeFields.transport, options: ['http', 'sse', 'stdio'] },
          { key: 'url', label: common.url },
        ],
        add: messages.routeFields.addServer,
        when: hasSeveral,
      },
    ],
  },
  {
    title: messages.routeFields.protection,
    fields: [
      { path: ['enabled'], kind: 'truth', label: common.enabled, standard: true },
      {
        path: ['pin_tools'],
        kind: 'truth',
        label: messages.routeFields.pinToolsOnFirstUse,
        standard: true,
        help: messages.routeFields.toolsWithAChangedDescriptionOr,
      },
      {
        path: ['scan_descriptions'],
        kind: 'truth',
        label: messages.routeFields.screenToolDescriptionsFor,
        standard: true,
      },
      {
        path: ['isolation_ack'],
        kind: 'truth',
        label: messages.routeFields.theServerIsReachableThrough,
        standard: false,
      },
      {
        path: ['enforcement_backend'],
        kind: 'choice',
        label: messages.routeFields.enforcement,
        options: ['inprocess', 'http'],
        standard: 'inprocess',
      },
      { path: ['shield_url'], kind: 'text', label: messages.routeFields.guardUrl, when: isElsewhere },
      { path: ['shield_tenant_key'], kind: 'text', label: messages.routeFields.tenantKey, when: isElsewhere },
    ],
  },
  {
    title: common.limits,
    fields: [
      { path: ['limits', 'timeout_ms'], kind: 'number', label: messages.routeFields.callTimeoutMs },
      { path: ['limits', 'response_bytes'], kind: 'number', label: messages.routeFields.maximumResponseSizeBytes },
    ],
  },
  {
    title: messages.routeFields.clientAuthentication,
    fields: [
      {
        path: ['oauth', 'issuer'],
        kind: 'text',
        label: messages.routeFields.tokenIssuer,
        placeholder: messages.routeFields.https,
      },
      { path: ['oauth', 'audience'], kind: 'text', label: messages.routeFields.audience },
      {
        path: ['oauth', 'jwks_url'],
        kind: 'text',
        label: messages.routeFields.jwksUrl,
        placeholder: messages.routeFields.fromIssuerMetadata,
      },
      { path: ['oauth', 'required_scopes'], kind: 'lines', label: messages.routeFields.requiredScopes },
    ],
  },
]
