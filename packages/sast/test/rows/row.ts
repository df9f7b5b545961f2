/** Pattern, code, and the texts that match. */
export type Row = readonly [string, string, readonly string[]]
