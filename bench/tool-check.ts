/** Measures the in-process cost of a tool check. Run with `node --conditions=gatehouse bench/tool-check.ts`. */
import { printToolChecks } from './guard/tool-check.ts'

await printToolChecks()
