import { RunFile } from '@gatehouse/contracts/redteam'
import { z } from 'zod'
import type { ToolPorts } from './ports.ts'
import { CONFIG_DEFAULT, ownFileName, readRaw, resolved, understood } from './run-files.ts'

/** Parameter that selects the configuration of a tool call. */
export const configPath = z
  .string()
  .max(500)
  .default(CONFIG_DEFAULT)
  .describe('A configuration that write_config has written.')

export interface RequestedRun {
  readonly file: RunFile
  /** That must be shown nowhere. */
  readonly secrets: readonly string[]
}

/**
 * Loads a configuration from the folder and resolves its references.
 * @param more values that override the configuration
 * @throws {Failure} `not_found`, `invalid_request`
 */
export async function requestedRun(
  path: string,
  { folder, variables }: Pick<ToolPorts, 'folder' | 'variables'>,
  more: {
    readonly categories?: readonly string[] | undefined
    readonly attackConfig?: Readonly<Record<string, unknown>>
  } = {},
): Promise<RequestedRun> {
  const { value, secrets } = resolved(await readRaw(folder, ownFileName(path)), variables)
  const raw = value as Readonly<Record<string, unknown>>
  const before = typeof raw['attackConfig'] === 'object' ? raw['attackConfig'] : {}
  const { enabledCategories: _words, ...config } = { enabledCategories: undefined, ...before }
  const file = understood({
    ...raw,
    // Categories named here replace all categories of the file.
    ...(more.categories === undefined ? {} : { categories: more.categories }),
    attackConfig: { ...(more.categories === undefined ? before : config), ...more.attackConfig },
  })
  return { file, secrets }
}
