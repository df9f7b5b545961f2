/** Prints the endpoint pages of the site as JSON, path to text: `node --conditions=gatehouse tools/docs/print-endpoint-pages.ts`. */
import { join } from 'node:path'
import { endpointPages } from './endpoint-pages.ts'

process.stdout.write(JSON.stringify(endpointPages(join(import.meta.dirname, '../..'))))
