export { createMaliciousScanner, type MaliciousOptions } from './scanner.ts'
