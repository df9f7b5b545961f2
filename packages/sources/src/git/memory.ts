/**
 * Memory that git takes at once. Files from its own threshold on (512 MiB) are streamed, unless they are packed as differences: so
 * packed, a few kilobytes are gigabytes.
 */
export const ALLOC_BYTES_MAX = 512 * 1024 * 1024 + 1024
