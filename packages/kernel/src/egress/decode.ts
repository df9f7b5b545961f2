import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { EgressFailure } from './explain.ts'
import { withKeptError } from '../streams.ts'

/** RFC 9110 section 8.4.1. Each decoder emits available output immediately. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ flush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ flush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ flush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
}

/**
 * Decompresses a body. Some servers compress although the request forbids it.
 * @throws {EgressFailure} `undecodable` for an unknown or nested encoding
 */
export function decoded(body: Readable, encoding: string, host: string): Readable {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]!() : undefined
  if (decoder === undefined) {
    throw new EgressFailure(
      'undecodable',
      `${host} responded with the encoding ${name.slice(0, 40)}, which was not requested`,
    )
  }
  // Errors of both streams reach the reader of the decoder, and destroying it destroys the body.
  return pipeline(withKeptError(body), withKeptError(decoder), () => {})
}
