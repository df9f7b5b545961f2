/** Measures the in-process cost of screening a stream. Run with `node --conditions=gatehouse bench/stream.ts`. */
import { printStreams } from './guard/stream.ts'

await printStreams()
