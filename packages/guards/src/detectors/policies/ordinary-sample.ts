import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

let loaded: readonly string[] | undefined

/** Returns ordinary texts of 15 kinds in 15 languages, written for this project: a policy must allow them. Loaded at first use. */
export function ordinarySample(): readonly string[] {
  loaded ??= JSON.parse(
    gunzipSync(readFileSync(new URL('../../../models/ordinary.json.gz', import.meta.url))).toString('utf8'),
  ) as string[]
  return loaded
}
