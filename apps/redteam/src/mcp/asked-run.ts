import { RunFile } from '@gatehouse/contracts'
import { z } from 'zod'
import type { ToolPorts } from './ports.ts'
import { CONFIG_DEFAULT, ownFileName, readRaw, resolved, understood } from './run-files.ts'

/** How a tool is told which configuration it works with. */
export const configPath = z
  .string()
  .max(500)
  .default(CONFIG_DEFAULT)
  .describe('A configuration that write_config has written.')

export interface AskedRun {
  readonly file: RunFile
  /** That must be shown nowhere. */
  readonly secrets: readonly string[]
}

/**
 * A configuration of the folder with what its references stand for.
 * @param more  in place of what it says
 * @throws {Failure} `not_found`, `invalid_request`
 */
export async function askedRun(
  path: string,
  { folder, variables }: Pick<ToolPorts, 'folder' | 'variables'>,
  more: {
    readonly categories?: readonly string[] | undefined
    readonly attackConfig?: Readonly<Record<string, unknown>>
  } = {},
): Promise<AskedRun> {
  const { value, secrets } = resolved(await readRaw(folder, ownFileName(path)), variables)
  const raw = value as Readonly<Record<string, unknown>>
  const before = typeof raw['attackConfig'] === 'object' ? raw['attackConfig'] : {}
  const { enabledCategories: _words, ...config } = { enabledCategories: undefined, ...before }
  const file = understood({
    ...raw,
    // Named here they stand for all that the file names.
    ...(more.categories === undefined ? {} : { categories: more.categories }),
    attackConfig: { ...(more.categories === undefined ? before : config), ...more.attackConfig },
  })
  return { file, secrets }
}
