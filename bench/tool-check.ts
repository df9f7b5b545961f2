/** What a tool check costs in process. Run with `node --conditions=gatehouse bench/tool-check.ts`. */
import { printToolChecks } from './guard/tool-check.ts'

await printToolChecks()
