/**
 * Maximum single allocation of git. Files above its own threshold (512 MiB) are streamed, unless they are stored as deltas: in that form,
 * a few kilobytes can expand to gigabytes.
 */
export const ALLOC_BYTES_MAX = 512 * 1024 * 1024 + 1024
