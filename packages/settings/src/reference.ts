import type { SettingDefinition } from './define.ts'
import { SETTINGS } from './table.ts'

/** Generates the reference of all settings in Markdown, for `docs/generated/settings.md`. */
export function settingsReference(): string {
  const rows = Object.values<SettingDefinition>(SETTINGS)
  return [
    '# Settings',
    '',
    'A setting is an environment variable, or an entry in the YAML file named by `GATEHOUSE_CONFIG`. Environment',
    'variables take precedence over the file. A blank value counts as not set. In the file, write a setting at its ' +
      'path',
    '(`guard: {port: 4000}`) or under its environment name (`GUARD_PORT: 4000`), not both. An unknown name or a malformed',
    'value stops the start with a one-line error message. `gatehouse config print` shows the effective values and ' +
      'their sources.',
    '',
    '| Environment | In the file | Default | Value |',
    '|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| \`${row.name}\` | ${row.path === undefined ? 'environment only' : `\`${row.path}\``} | ${defaultOf(row)} | ${cell(row.form)} |`,
    ),
    '',
    ...rows.flatMap((row) => [`## ${row.name}`, '', sentences(row), '']),
    '## Guard defaults',
    '',
    'The file can also contain the server defaults of the guards, in the format of a tenant policy:',
    '',
    '```yaml',
    'guardrails:',
    '  input_guardrails:',
    '    keyword_blocklist: {enabled: true, action: block, blocklist: [acme]}',
    '  output_guardrails:',
    '    pii_leakage: {enabled: true, action: redact}',
    '```',
    '',
  ].join('\n')
}

function sentences(row: SettingDefinition): string {
  const secret = row.masking === 'none' ? '' : ' Secret: masked in all output.'
  const absent = row.absent === undefined ? '' : ` Not set: ${row.absent}.`
  return `${row.description}${absent}${secret}`
}

function defaultOf(row: SettingDefinition): string {
  if (row.default === undefined) return 'none'
  return row.default === '' ? 'empty' : `\`${row.default}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
