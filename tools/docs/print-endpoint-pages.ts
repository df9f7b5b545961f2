// `node tools/docs/print-endpoint-pages.ts` prints the endpoint pages of the site as JSON, path to text, for tests that check their code.
import { join } from 'node:path'
import { endpointPages } from './endpoint-pages.ts'

process.stdout.write(JSON.stringify(endpointPages(join(import.meta.dirname, '../..'))))
