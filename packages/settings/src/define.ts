import type { z } from 'zod'

/** How a setting is shown: as it is, never, or as an address whose password and query are left out. */
export type Masking = 'none' | 'whole' | 'address'

/** What is written down for a setting. */
export interface SettingRow<Value> {
  /** The environment variable; a YAML file may use it as a top-level key too. */
  readonly name: string
  /** The place in the YAML file, e.g. `guard.port`; undefined where a file cannot hold the setting. */
  readonly path: string | undefined
  /** Reads the text of the setting. Its messages end the sentence "GUARD_PORT …". */
  readonly schema: z.ZodType<Value, string>
  /** In the form that an operator would write. */
  readonly default?: string
  /** What holds when there is neither a value nor a default, for the reference. */
  readonly absent?: string
  readonly masking?: Masking
  /** What may be written, for the reference, e.g. `true or false`. */
  readonly form: string
  readonly description: string
}

/** One row of the table; `Value` includes undefined where the setting may have none. */
export interface SettingDefinition<out Value = unknown> extends SettingRow<Value> {
  readonly masking: Masking
}

/** Declares a setting; the type of its value is that of its schema, or undefined too where it has no default. */
export function setting<Value>(row: SettingRow<Value> & { readonly default: string }): SettingDefinition<Value>
export function setting<Value>(row: SettingRow<Value>): SettingDefinition<Value | undefined>
export function setting<Value>(row: SettingRow<Value>): SettingDefinition<Value | undefined> {
  return { masking: 'none', ...row }
}
