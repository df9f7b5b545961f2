/** Maximum number of layers. Own limit: container engines create at most 127. */
export const LAYERS_MAX = 500
/** Maximum number of entries in all layers. Own limit: the largest public images have about 300,000. */
export const ENTRIES_MAX = 320_000
/** Maximum number of files and folders in the merged file system, including implied folders. */
export const NODES_MAX = 500_000
/** Maximum uncompressed size of all layers. */
export const IMAGE_BYTES_MAX = 16 * 1024 ** 3
/** Maximum compression ratio of a layer, and the size from which it counts; the limits of source archives. */
export const RATIO_MAX = 250
export const RATIO_FROM_BYTES = 32 * 1024 ** 2
/** Maximum size of a manifest, index or image configuration: the limit of registries. */
export const DOCUMENT_BYTES_MAX = 4 * 1024 ** 2
/** Maximum size of the extended header of one entry. */
export const HEADER_BYTES_MAX = 1024 ** 2
/** Maximum number of data segments of one sparse file. */
export const SEGMENTS_MAX = 10_000
/** Folders within folders. */
export const DEPTH_MAX = 100
export const PATH_CHARS_MAX = 4_096
/** Maximum nesting of image indexes. */
export const INDEX_DEPTH_MAX = 4
/** Time limit for reading an image: 16 GiB on a slow disk. */
export const OPEN_MS_MAX = 30 * 60_000
/** Heap limit for reading an image: 320,000 entries take about 160 MB. */
export const OPEN_HEAP_MB_MAX = 256
