import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import { CONFIG_BYTES_MAX, resolveSettings, type Settings } from '@gatehouse/settings'
import type { Io } from './command.ts'

/**
 * Returns the effective settings: the environment overrides the file in `GATEHOUSE_CONFIG`.
 * @throws {Failure} `invalid_setting` with one line
 */
export function readSettings({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Settings {
  const named = env.GATEHOUSE_CONFIG?.trim()
  if (named === undefined || named === '') return absolute(resolveSettings({ env }), cwd)
  return absolute(resolveSettings({ env, yamlText: readConfig(resolve(cwd, named), named) }), cwd)
}

function readConfig(path: string, named: string): string {
  try {
    const size = statSync(path).size
    if (size > CONFIG_BYTES_MAX) throw new Error(`the file has ${size} bytes; the limit is ${CONFIG_BYTES_MAX}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('invalid_setting', `Cannot read ${named} (set in GATEHOUSE_CONFIG): ${messageOf(error)}`)
  }
}

function absolute(settings: Settings, cwd: string): Settings {
  return { ...settings, dataDir: resolve(cwd, settings.dataDir) }
}
