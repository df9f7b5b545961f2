/** Ours: visible text. With the hidden text it stays under the 1.2 million characters that a stage accepts by default. */
export const TEXT_CHARS_MAX = 1_000_000

/** Ours: hidden text of a whole document, headings of its places included. */
export const HIDDEN_CHARS_MAX = 150_000

/** Ours: places of hidden text that are told apart; further ones are joined to the last. */
export const HIDDEN_PLACES_MAX = 500

/** Ours: problems and remarks of one document. */
export const PROBLEMS_MAX = 50
export const NOTES_MAX = 50

/** Ours: characters of a name of a part, which the sender chooses. */
export const NAME_CHARS_MAX = 200

/** Ours: containers within containers (archives, attachments, embedded documents). */
export const CONTAINER_DEPTH_MAX = 4

/** Ours: files of all archives of one document together. */
export const ENTRIES_MAX = 2_000

/** Ours: bytes of all inflated files together: six times the upload limit, and no machine of today feels it. */
export const INFLATED_BYTES_MAX = 64 * 1024 * 1024

/**
 * Ours: DEFLATE reaches 1,032 to 1. Office XML stays below about 100; files above this ratio that are larger than
 * {@link RATIO_FREE_BYTES} are taken for bombs.
 */
export const RATIO_MAX = 250
export const RATIO_FREE_BYTES = 1024 * 1024

/** Ours: pages of one PDF. */
export const PAGES_MAX = 2_000

/** Ours: elements open at one time in HTML or XML. Browsers stop at 512. */
export const ELEMENT_DEPTH_MAX = 1_000

/** Ours: bytes of a text that are looked at to tell what kind of text it is. */
export const SNIFF_TEXT_BYTES = 64 * 1024

/** Readers of PDF accept a header within this many bytes. ISO 32000-1, Annex H, note 13. */
export const PDF_HEADER_BYTES = 1_024

/** Longest end of a ZIP: record of 22 bytes and comment of 65,535. APPNOTE.TXT 4.3.16. */
export const ZIP_END_BYTES = 22 + 65_535
