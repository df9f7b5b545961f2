/** In parts, so that scanners do not report this file as a leak. */
export const LEAKED_KEY = ['AKIA', 'Q3EGRIJ7', 'Z4XN2VPL'].join('')
/** A file in which the key is found with a severity that stops a commit by default. */
export const LEAKING = `export const accessKeyId = '${LEAKED_KEY}'\n`
