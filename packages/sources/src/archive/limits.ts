/** Maximum number of files and folders per archive. The largest public repositories have about 400,000 files. */
export const ENTRIES_MAX = 500_000
/** Maximum uncompressed size of an archive: eight times the largest upload (decisions section 0). */
export const UNPACKED_BYTES_MAX = 4 * 1024 ** 3
/** Maximum raw size: in a tar each entry has up to three additional blocks of 512 bytes. */
export const RAW_BYTES_MAX = UNPACKED_BYTES_MAX + ENTRIES_MAX * 3 * 512
/** Maximum size of one file. Files are streamed. */
export const FILE_BYTES_MAX = 2 * 1024 ** 3
/** Maximum compression ratio. Source code compresses 3 to 10 times, logs 20 to 50 times. */
export const RATIO_MAX = 250
/** Minimum size for the ratio check: a small file of spaces compresses a thousand times. */
export const RATIO_FROM_BYTES = 32 * 1024 ** 2
/** Folders within folders. */
export const DEPTH_MAX = 100
/** Maximum length of a path in common file systems and tools. */
export const PATH_BYTES_MAX = 4_096
/** Maximum length of one name: the usual file system limit. */
export const NAME_BYTES_MAX = 255
/** Skipped entries that are listed; the rest are counted. */
export const SKIPPED_LISTED_MAX = 10_000
/** Skipped links that are listed. */
export const SKIPPED_TOLD_MAX = 200
