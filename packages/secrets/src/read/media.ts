import { encodingOf } from '@gatehouse/scan-engine/archive'

/** Extensions of images, audio, video and fonts, which rarely contain readable text. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|heic|psd|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|oga|ogv|wav|flac|aac|woff2?|ttf|otf|eot)$/i

/** Number of leading bytes that identify the type of a file. */
export const MEDIA_HEAD_BYTES = 512

/**
 * File signatures; a dot matches any byte. PNG, JPEG, GIF, RIFF (WebP, WAV, AVI), the ISO container (MP4, MOV, AVIF, HEIC, M4A), ICO,
 * ICNS, BMP, TIFF, PSD, MP3 and AAC with and without a tag, Matroska, Ogg, FLAC, WOFF, TrueType, OpenType.
 */
const BEGINNINGS =
  // oxlint-disable-next-line no-control-regex -- bytes
  /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....(?:WEBP|WAVE|AVI )|....(?:ftyp|moov|mdat|wide|free|skip)|\0\0[\x01\x02]\0|icns|BM|II\*\0|MM\0\*|8BPS\0[\x01\x02]|ID3[\x02-\x04]|\xff[\xe2-\xfb]|\x1a\x45\xdf\xa3|OggS|fLaC|wOF[F2]|\0\x01\0\0|true|OTTO|ttcf)/s
/** Embedded OpenType has its signature at an offset. @see https://www.w3.org/submissions/EOT/ */
const EOT_MARK_AT = 34

/** Returns whether a file has a media extension. Only a matching signature confirms it. */
export function isCalledMedia(path: string): boolean {
  return MEDIA.test(path)
}

/**
 * Returns whether a file is media according to its first bytes, so that it is not searched. Text is never media.
 * @param head {@link MEDIA_HEAD_BYTES} bytes, or the whole file
 */
export function isMedia(head: Uint8Array): boolean {
  const first = head.subarray(0, MEDIA_HEAD_BYTES)
  if (encodingOf(first) !== 'binary') return false
  const text = Buffer.from(first).toString('latin1')
  return BEGINNINGS.test(text) || text.startsWith('LP', EOT_MARK_AT)
}
