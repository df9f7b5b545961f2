/** Own limit for visible text. Together with the hidden text it stays below the 1.2 million characters that a stage accepts by default. */
export const TEXT_CHARS_MAX = 1_000_000

/** Own limit for the hidden text of a document, including the headings of its locations. */
export const HIDDEN_CHARS_MAX = 150_000

/** Own limit for separate locations of hidden text; further ones are joined to the last. */
export const HIDDEN_PLACES_MAX = 500

/** Own limit for problems and notes of one document. */
export const PROBLEMS_MAX = 50
export const NOTES_MAX = 50

/** Own limit for the characters of a part name, which the sender chooses. */
export const NAME_CHARS_MAX = 200

/** Own limit for nested containers (archives, attachments, embedded documents). */
export const CONTAINER_DEPTH_MAX = 4

/** Own limit for the files of all archives of one document together. */
export const ENTRIES_MAX = 2_000

/**
 * Own limit for the bytes of all inflated files together: six times the upload limit, and small compared with the memory of current
 * machines.
 */
export const INFLATED_BYTES_MAX = 64 * 1024 * 1024

/**
 * Own limit for the compression ratio: DEFLATE reaches 1,032 to 1. Office XML stays below about 100; files above this ratio that are
 * larger than {@link RATIO_FREE_BYTES} count as decompression bombs.
 */
export const RATIO_MAX = 250
export const RATIO_FREE_BYTES = 1024 * 1024

/** Own limit for the pages of one PDF. */
export const PAGES_MAX = 2_000

/** Own limit for open elements in HTML or XML. Browsers stop at 512. */
export const ELEMENT_DEPTH_MAX = 1_000

/** Own limit for the bytes that are examined to detect the type of a text. */
export const SNIFF_TEXT_BYTES = 64 * 1024

/** Readers of PDF accept a header within this many bytes. ISO 32000-1, Annex H, note 13. */
export const PDF_HEADER_BYTES = 1_024

/** Maximum size of the end of a ZIP: record of 22 bytes and comment of 65,535. APPNOTE.TXT 4.3.16. */
export const ZIP_END_BYTES = 22 + 65_535
