export { type ConfigScannerOptions, createIacScanner, createK8sScanner } from './scanner.ts'
