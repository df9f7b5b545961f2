import { fileURLToPath } from 'node:url'

/** Folder of the built-in rules. */
export const OWN_RULES = fileURLToPath(new URL('../../rules', import.meta.url))
