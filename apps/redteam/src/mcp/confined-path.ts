import { Failure } from '@gatehouse/kernel'

const PATH_UNITS_MAX = 500
const PARTS_MAX = 32
/** Names that some system reads as something else: devices of Windows, streams of its files. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Returns the segments of a path that stays in its folder.
 * @throws {Failure} `invalid_request` for paths that leave the folder, or could on some system
 */
export function pathParts(said: string): readonly string[] {
  const parts = said.split('/').filter((part) => part !== '' && part !== '.')
  const isPlain = said.length <= PATH_UNITS_MAX && parts.length <= PARTS_MAX && said.isWellFormed()
  // A backslash, a colon and invisible characters have other meanings on some systems. oxlint-disable-next-line no-control-regex
  const isOdd = /[\\:\u0000-\u001f\u007f-\u009f\p{Cf}]/u.test(said) || said.startsWith('/')
  if (!isPlain || isOdd || parts.some((part) => part === '..' || RESERVED.test(part) || /[. ]$/.test(part))) {
    throw new Failure('invalid_request', `Invalid path ${shown(said)}: use a relative path without "..".`)
  }
  return parts
}

function shown(said: string): string {
  return JSON.stringify(
    said
      .slice(0, 100)
      .toWellFormed()
      .replaceAll(/\p{Cf}/gu, '?'),
  )
}
