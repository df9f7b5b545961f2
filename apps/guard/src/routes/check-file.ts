import { Failure } from '@gatehouse/kernel'
import { screenFile } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

/** Retry delay in seconds if all readers are busy. */
const BUSY_RETRY_S = 2

export const checkFile: GuardHandler<'checkFile'> =
  (ports) =>
  async ({ body, context }) => {
    const bytes = await body.file.bytes()
    const extraction = ports.extractor.extract(bytes)
    if (extraction === undefined) {
      throw new Failure('unavailable', 'Too many files are waiting to be read.', { retryAfter_s: BUSY_RETRY_S })
    }
    return screenFile({ body, bytes, extraction: await extraction }, context, ports)
  }
