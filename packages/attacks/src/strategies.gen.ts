// Made by `npm run gen` from the files of the units; changes here are overwritten.
import type { Strategy } from './engine/strategy.ts'
import strategiesEncodingBase64 from './strategies/encoding/base64.ts'
import strategiesWrapperRolePlay from './strategies/wrapper/role-play.ts'

/** Every strategy in this build. */
export const allStrategies: readonly Strategy[] = [
  strategiesEncodingBase64,
  strategiesWrapperRolePlay,
]
