/** What a tool check costs in process. Run with `node --conditions=source bench/tool-check.ts`. */
import { printToolChecks } from './guard/tool-check.ts'

await printToolChecks()
