import { type Instruction, NONE } from '../ir.ts'
import type { FunctionRun } from './function-run.ts'
import { hasNamed } from '../named.ts'

/** Functions that exit the program, or always throw, by full name. */
const NEVER = new Set(
  (
    'process.exit process.abort sys.exit os._exit os.abort exit quit _exit _Exit abort std.exit std.abort std.process.exit process.exit ' +
    'flask.abort werkzeug.exceptions.abort bottle.abort os.Exit log.Fatal log.Fatalf log.Fatalln log.Panic log.Panicf System.exit ' +
    'java.lang.System.exit Environment.Exit Environment.FailFast exitProcess kotlin.system.exitProcess halt exit! abort!'
  ).split(' '),
)

/** Whether a call never returns: code after it is unreachable. A function of the file with such a name is analysed instead. */
export function neverReturns(run: FunctionRun, { name, callee }: Extract<Instruction, { op: 'call' }>): boolean {
  if (!NEVER.has(name.replace(/::|\\|->/g, '.').replace(/^\./, ''))) return false
  const { atoms } = run
  const isOwn = callee !== NONE && run.get(callee).atoms.some((atom) => atoms.originOf(atom)?.type === 'function')
  const owner = run.file.file.classes[run.fn.owner]
  return !isOwn && !hasNamed(owner?.methods, name)
}
