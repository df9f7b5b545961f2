import type { PatternRule } from '../rules/pattern-rule.ts'

/** Payload categories of payload_risk, as its `categories` setting spells them. */
export const PAYLOAD_CATEGORIES = [
  'sql_injection',
  'nosql_injection',
  'xss',
  'shell_injection',
  'code_injection',
  'path_traversal',
  'ssrf',
  'template_injection',
  'ldap_injection',
  'xxe',
  'deserialization',
  'markdown_exfiltration',
  'terminal_escape',
  'encoded_blob',
  'header_injection',
  'formula_injection',
] as const

export type PayloadCategory = (typeof PAYLOAD_CATEGORIES)[number]

export type PayloadRule = PatternRule<PayloadCategory>

/** Aliases of categories; an alias may cover several. */
const ALIASES: Readonly<Record<string, readonly PayloadCategory[]>> = {
  sql: ['sql_injection'],
  sqli: ['sql_injection'],
  nosql: ['nosql_injection'],
  nosqli: ['nosql_injection'],
  cross_site_scripting: ['xss'],
  html_injection: ['xss'],
  shell: ['shell_injection'],
  command_injection: ['shell_injection'],
  cmd_injection: ['shell_injection'],
  os_command_injection: ['shell_injection'],
  rce: ['shell_injection', 'code_injection', 'deserialization', 'template_injection'],
  code: ['code_injection'],
  eval_injection: ['code_injection'],
  lfi: ['path_traversal'],
  rfi: ['path_traversal', 'ssrf'],
  directory_traversal: ['path_traversal'],
  traversal: ['path_traversal'],
  server_side_request_forgery: ['ssrf'],
  ssti: ['template_injection'],
  template: ['template_injection'],
  ldap: ['ldap_injection'],
  xml_external_entity: ['xxe'],
  insecure_deserialization: ['deserialization'],
  unsafe_deserialization: ['deserialization'],
  exfiltration: ['markdown_exfiltration'],
  markdown_exfil: ['markdown_exfiltration'],
  markdown: ['markdown_exfiltration'],
  ansi_escape: ['terminal_escape'],
  terminal_escapes: ['terminal_escape'],
  ansi: ['terminal_escape'],
  encoded_payload: ['encoded_blob'],
  encoded_blobs: ['encoded_blob'],
  crlf: ['header_injection'],
  crlf_injection: ['header_injection'],
  csv_injection: ['formula_injection'],
  csv: ['formula_injection'],
}

/**
 * Returns the categories of a name, by its own name or an alias, in any case, with `-`, `_` or spaces.
 * @returns undefined for an unknown name
 */
export function categoriesNamed(name: string): readonly PayloadCategory[] | undefined {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const own = PAYLOAD_CATEGORIES.find((category) => category === key)
  if (own !== undefined) return [own]
  return Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined
}
