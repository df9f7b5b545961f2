import { fileURLToPath } from 'node:url'

/** The folder of the rules that come with the program. */
export const OWN_RULES = fileURLToPath(new URL('../../rules', import.meta.url))
