import { Command, CommanderError } from 'commander'
import { Failure } from '@gatehouse/kernel'
import { EXIT, type Io } from './command.ts'
import { appsec } from './commands/appsec.ts'
import { audit } from './commands/audit.ts'
import { completion } from './commands/completion.ts'
import { config } from './commands/config.ts'
import { db } from './commands/db.ts'
import { fix } from './commands/fix.ts'
import { gate } from './commands/gate.ts'
import { guard } from './commands/guard.ts'
import { org } from './commands/org.ts'
import { policy } from './commands/policy.ts'
import { redteam } from './commands/redteam.ts'
import { route } from './commands/route.ts'
import { rules } from './commands/rules.ts'
import { sbom } from './commands/sbom.ts'
import { scan } from './commands/scan.ts'
import { secrets } from './commands/secrets.ts'
import { up } from './commands/up.ts'
import { verify } from './commands/verify.ts'
import { vex } from './commands/vex.ts'
import { vulndb } from './commands/vulndb.ts'
import { HELP_STYLE } from './help.ts'
import { shownLines } from './terminal.ts'
import { VERSION } from './version.ts'

const COMMANDS = [
  up,
  guard,
  appsec,
  org,
  scan,
  secrets,
  sbom,
  vex,
  rules,
  fix,
  gate,
  verify,
  vulndb,
  redteam,
  policy,
  route,
  audit,
  db,
  config,
  completion,
]

const ABOUT = `Protects AI applications and the software around them.

Start with:
  gatehouse up                      run everything
  gatehouse guard check "a text"    screen a text; no server needed
  gatehouse scan                    scan this folder; no server needed`

/**
 * Runs the command line once.
 * @param args the words after the program's name
 * @returns the exit code
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.ok
  const program = new Command('gatehouse').description(ABOUT).version(VERSION, '--version', 'print the version')
  for (const register of COMMANDS) register(program, io, (chosen) => (code = chosen))
  quiet(program, io)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.failure
    io.stderr.write(`gatehouse: ${shownLines(explain(thrown))}\n`)
    return EXIT.failure
  }
}

/** Errors come as exceptions, text goes to the given streams and help reads alike, here and in every subcommand. */
function quiet(command: Command, io: Io): void {
  command.exitOverride()
  command.configureHelp(HELP_STYLE)
  command.configureOutput({
    writeOut: (text) => void io.stdout.write(text),
    writeErr: (text) => void io.stderr.write(text),
  })
  command.showHelpAfterError('(see --help)')
  for (const sub of command.commands) quiet(sub, io)
}

/** One line for what is expected to happen; the stack only for a defect, which somebody will have to find. */
function explain(thrown: unknown): string {
  if (thrown instanceof Failure) return thrown.message
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
