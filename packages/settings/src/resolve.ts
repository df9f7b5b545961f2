import { Failure } from '@gatehouse/kernel'
import { checkTogether } from './cross-checks.ts'
import type { SettingDefinition } from './define.ts'
import { refuseUnknownNames } from './environment.ts'
import { type GuardrailDefaults, readSettingsFile } from './file.ts'
import { shown } from './shown.ts'
import { SETTINGS } from './table.ts'

export type SettingKey = keyof typeof SETTINGS

/** The value of each setting, typed by its row. */
export type SettingValues = {
  readonly [Key in SettingKey]: (typeof SETTINGS)[Key] extends SettingDefinition<infer Value> ? Value : never
}

export type Origin = 'default' | 'env' | 'file'

/** Effective settings of one deployment. Secrets are wrapped: `reveal()` returns their value. */
export interface Settings extends SettingValues {
  /** Server defaults of the guards, not yet validated. */
  readonly guardrails: GuardrailDefaults
  /** Origin of each value. */
  readonly origins: Readonly<Record<SettingKey, Origin>>
}

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Content of the file in `GATEHOUSE_CONFIG`, read by the caller. */
  readonly yamlText?: string
  /** Name of the file in messages; default: the value of `GATEHOUSE_CONFIG`. */
  readonly yamlPath?: string
}

/**
 * Resolves every setting: the environment overrides the file, the file overrides the default. Empty values count as absent.
 * @throws {Failure} `invalid_setting` with one line that names the setting: unknown, malformed, or in conflict with another
 */
export function resolveSettings({ env, yamlText, yamlPath }: SettingsSource): Settings {
  refuseUnknownNames(env)
  const place = shown(yamlPath ?? textIn(env, SETTINGS.configFile.name) ?? 'the settings file')
  const file = readSettingsFile(yamlText ?? '', place)

  const values: Partial<Record<SettingKey, unknown>> = {}
  const origins: Partial<Record<SettingKey, Origin>> = {}
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const row: SettingDefinition = SETTINGS[key]
    const fromEnv = textIn(env, row.name)
    const text = fromEnv ?? file.values.get(row.name)
    origins[key] = text === undefined ? 'default' : fromEnv === undefined ? 'file' : 'env'
    values[key] = readValue(row, text ?? row.default, origins[key] === 'file' ? place : 'the environment')
  }
  // The loop has parsed each setting with the schema of its row.
  const settings = { ...values, guardrails: file.guardrails, origins } as Settings
  checkTogether(settings)
  return settings
}

function textIn(env: SettingsSource['env'], name: string): string | undefined {
  return env[name]?.trim() || undefined
}

function readValue(row: SettingDefinition, text: string | undefined, place: string): unknown {
  if (text === undefined) return undefined
  const read = row.schema.safeParse(text)
  if (read.success) return read.data
  const input = row.masking === 'none' ? `, not "${shown(text)}"` : ''
  throw new Failure(
    'invalid_setting',
    `${row.name} ${read.error.issues[0]!.message}${input} (from ${place})${hint(text)}`,
  )
}

function hint(text: string): string {
  return /^(?:tcp|udp):\/\//.test(text)
    ? '; Kubernetes sets this for a Service of that name: disable enableServiceLinks for the pod'
    : ''
}
