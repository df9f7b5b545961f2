import { ATTEMPTS_MAX } from '@gatehouse/platform'

/** Prefixes of the messages of scans that stopped this many workers. */
export const LOST = `${ATTEMPTS_MAX} workers stopped while`
export const FAILED = 'The scan failed permanently:'
