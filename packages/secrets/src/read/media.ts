import { encodingOf } from '@gatehouse/scan-engine/archive'

/** Pictures, sound, film, fonts: what is called so seldom holds text that anybody reads. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|heic|psd|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|oga|ogv|wav|flac|aac|woff2?|ttf|otf|eot)$/i

/** What is looked at of a file to tell what it is. */
export const MEDIA_HEAD_BYTES = 512

/**
 * How such files begin, byte by byte; a dot stands for any one. PNG, JPEG, GIF, RIFF (WebP, WAV, AVI), the ISO container (MP4, MOV,
 * AVIF, HEIC, M4A), ICO, ICNS, BMP, TIFF, PSD, MP3 and AAC with a tag and without, Matroska, Ogg, FLAC, WOFF, TrueType, OpenType.
 */
const BEGINNINGS =
  // oxlint-disable-next-line no-control-regex -- bytes
  /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....(?:WEBP|WAVE|AVI )|....(?:ftyp|moov|mdat|wide|free|skip)|\0\0[\x01\x02]\0|icns|BM|II\*\0|MM\0\*|8BPS\0[\x01\x02]|ID3[\x02-\x04]|\xff[\xe2-\xfb]|\x1a\x45\xdf\xa3|OggS|fLaC|wOF[F2]|\0\x01\0\0|true|OTTO|ttcf)/s
/** Embedded OpenType names itself further behind. @see https://www.w3.org/submissions/EOT/ */
const EOT_MARK_AT = 34

/** Whether a file is called as media are; it is media only if it begins like one. */
export function isCalledMedia(path: string): boolean {
  return MEDIA.test(path)
}

/**
 * Whether a file is media by its first bytes: then there is nothing in it to search. What is text is none, whatever it begins with.
 * @param head  as much as {@link MEDIA_HEAD_BYTES}, or all there is
 */
export function isMedia(head: Uint8Array): boolean {
  const first = head.subarray(0, MEDIA_HEAD_BYTES)
  if (encodingOf(first) !== 'binary') return false
  const text = Buffer.from(first).toString('latin1')
  return BEGINNINGS.test(text) || text.startsWith('LP', EOT_MARK_AT)
}
