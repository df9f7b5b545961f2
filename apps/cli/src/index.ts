export { run } from './program.ts'
export type { Io } from './command.ts'
