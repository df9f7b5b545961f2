import type { z } from 'zod'

/** Display of a setting: plain, hidden, or as a URL without password and query. */
export type Masking = 'none' | 'whole' | 'address'

/** Declaration of a setting. */
export interface SettingRow<Value> {
  /** The environment variable; a YAML file may use it as a top-level key too. */
  readonly name: string
  /** Path in the YAML file, e.g. `guard.port`; undefined for settings that are not allowed in a file. */
  readonly path: string | undefined
  /** Parses the text of the setting. Its messages complete the sentence "GUARD_PORT …". */
  readonly schema: z.ZodType<Value, string>
  /** In the form of operator input. */
  readonly default?: string
  /** Behavior without a value and default, for the reference. */
  readonly absent?: string
  readonly masking?: Masking
  /** Allowed values for the reference, such as `true or false`. */
  readonly form: string
  readonly description: string
}

/** Row of the table; `Value` includes undefined for optional settings. */
export interface SettingDefinition<out Value = unknown> extends SettingRow<Value> {
  readonly masking: Masking
}

/** Declares a setting; the type of its value is that of its schema, plus undefined without a default. */
export function setting<Value>(row: SettingRow<Value> & { readonly default: string }): SettingDefinition<Value>
export function setting<Value>(row: SettingRow<Value>): SettingDefinition<Value | undefined>
export function setting<Value>(row: SettingRow<Value>): SettingDefinition<Value | undefined> {
  return { masking: 'none', ...row }
}
