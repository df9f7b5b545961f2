import type { FormSection, Value } from '../parts/form/field-spec.ts'
import { objects, textsByName } from '../parts/form/rows.ts'

const isProcess = (value: Value): boolean => value['transport'] === 'stdio'
const hasSeveral = (value: Value): boolean => value['upstreams'] !== undefined
const isOne = (value: Value): boolean => !hasSeveral(value)
const isRemote = (value: Value): boolean => isOne(value) && !isProcess(value)
const isLocal = (value: Value): boolean => isOne(value) && isProcess(value)
const isElsewhere = (value: Value): boolean => value['enforcement_backend'] === 'http'

/** A route in front of tool servers, as a form. */
export const ROUTE_SECTIONS: readonly FormSection[] = [
  {
    title: 'Tool server',
    fields: [
      {
        path: ['transport'],
        kind: 'choice',
        label: 'Reached by',
        options: ['http', 'sse', 'stdio'],
        standard: 'http',
        when: isOne,
      },
      { path: ['default_agent'], kind: 'text', label: 'Acts as', help: 'The agent, where a client cannot say.' },
      { path: ['url'], kind: 'text', label: 'Address', wide: true, placeholder: 'https://…/mcp', when: isRemote },
      {
        path: ['headers'],
        kind: 'rows',
        label: 'Headers',
        help: '*** keeps the value that is stored.',
        shape: textsByName,
        columns: [
          { key: 'name', label: 'Name', placeholder: 'Authorization' },
          { key: 'value', label: 'Value' },
        ],
        add: 'Add a header',
        when: isRemote,
      },
      { path: ['command'], kind: 'text', label: 'Command', wide: true, when: isLocal },
      { path: ['args'], kind: 'lines', label: 'Arguments', wide: true, when: isLocal },
      {
        path: ['env'],
        kind: 'rows',
        label: 'Environment',
        help: '*** keeps the value that is stored.',
        shape: textsByName,
        columns: [
          { key: 'name', label: 'Variable' },
          { key: 'value', label: 'Value' },
        ],
        add: 'Add a variable',
        when: isLocal,
      },
      { path: ['shared'], kind: 'truth', label: 'One process serves all sessions', standard: false, when: isLocal },
      {
        path: ['upstreams'],
        kind: 'rows',
        label: 'Servers',
        help: 'Names of tools bear the name of their server. Headers and commands are written in the text.',
        shape: objects({ name: 'text', transport: 'text', url: 'text' }, 'name'),
        columns: [
          { key: 'name', label: 'Name' },
          { key: 'transport', label: 'Reached by', options: ['http', 'sse', 'stdio'] },
          { key: 'url', label: 'Address' },
        ],
        add: 'Add a server',
        when: hasSeveral,
      },
    ],
  },
  {
    title: 'Protection',
    fields: [
      { path: ['enabled'], kind: 'truth', label: 'Agents can connect', standard: true },
      {
        path: ['pin_tools'],
        kind: 'truth',
        label: 'Tools are pinned as they were first seen',
        standard: true,
        help: 'One whose description or schema changes is refused until you accept it.',
      },
      {
        path: ['scan_descriptions'],
        kind: 'truth',
        label: 'Descriptions are screened for orders to the model',
        standard: true,
      },
      { path: ['isolation_ack'], kind: 'truth', label: 'Agents reach the server by this route alone', standard: false },
      {
        path: ['enforcement_backend'],
        kind: 'choice',
        label: 'Judged',
        options: ['inprocess', 'http'],
        standard: 'inprocess',
      },
      { path: ['shield_url'], kind: 'text', label: 'Guard that judges', when: isElsewhere },
      { path: ['shield_tenant_key'], kind: 'text', label: 'Its key', when: isElsewhere },
    ],
  },
  {
    title: 'Limits',
    fields: [
      { path: ['limits', 'timeout_ms'], kind: 'number', label: 'Milliseconds of a call' },
      { path: ['limits', 'response_bytes'], kind: 'number', label: 'Bytes of an answer' },
    ],
  },
  {
    title: 'Sign-in of clients',
    fields: [
      { path: ['oauth', 'issuer'], kind: 'text', label: 'Issuer of tokens', placeholder: 'https://…' },
      { path: ['oauth', 'audience'], kind: 'text', label: 'Meant for' },
      { path: ['oauth', 'jwks_url'], kind: 'text', label: 'Its keys', placeholder: 'as the issuer says' },
      { path: ['oauth', 'required_scopes'], kind: 'lines', label: 'Scopes that a token must have' },
    ],
  },
]
