import { Command, CommanderError } from 'commander'
import { Failure } from '@gatehouse/kernel'
import { EXIT, type Io, type RegisterCommand } from './command.ts'
import { HELP_STYLE } from './help.ts'
import { shownLines } from './terminal.ts'
import { VERSION } from './version.ts'

/** In help order. Loads only the requested command, because all commands together import a thousand modules. */
const COMMANDS = {
  up: async () => (await import('./commands/up.ts')).up,
  guard: async () => (await import('./commands/guard.ts')).guard,
  appsec: async () => (await import('./commands/appsec.ts')).appsec,
  worker: async () => (await import('./commands/worker.ts')).worker,
  console: async () => (await import('./commands/console.ts')).console,
  health: async () => (await import('./commands/health.ts')).health,
  org: async () => (await import('./commands/org.ts')).org,
  scan: async () => (await import('./commands/scan.ts')).scan,
  secrets: async () => (await import('./commands/secrets.ts')).secrets,
  sbom: async () => (await import('./commands/sbom.ts')).sbom,
  vex: async () => (await import('./commands/vex.ts')).vex,
  rules: async () => (await import('./commands/rules.ts')).rules,
  fix: async () => (await import('./commands/fix.ts')).fix,
  import: async () => (await import('./commands/import.ts')).importReport,
  gate: async () => (await import('./commands/gate.ts')).gate,
  verify: async () => (await import('./commands/verify.ts')).verify,
  vulndb: async () => (await import('./commands/vulndb.ts')).vulndb,
  redteam: async () => (await import('./commands/redteam.ts')).redteam,
  policy: async () => (await import('./commands/policy.ts')).policy,
  route: async () => (await import('./commands/route.ts')).route,
  audit: async () => (await import('./commands/audit.ts')).audit,
  db: async () => (await import('./commands/db.ts')).db,
  config: async () => (await import('./commands/config.ts')).config,
  completion: async () => (await import('./commands/completion.ts')).completion,
} satisfies Readonly<Record<string, () => Promise<RegisterCommand>>>

const ABOUT = `Protects AI applications and the software around them.

Get started:
  gatehouse up                      run all services
  gatehouse guard check "a text"    screen a text; no server needed
  gatehouse scan                    scan this folder; no server needed`

/**
 * Runs the command line once.
 * @param args the arguments after the program name
 * @returns the exit code
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.ok
  const program = programOf(await commandsFor(args), io, (chosen) => (code = chosen))
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.failure
    io.stderr.write(`gatehouse: ${shownLines(explain(thrown))}\n`)
    return EXIT.failure
  }
}

/** Creates the program with all commands, for tools that inspect it. */
export async function fullProgram(io: Io): Promise<Command> {
  return programOf(await commandsFor([]), io, () => {})
}

function programOf(commands: readonly RegisterCommand[], io: Io, exit: (code: number) => void): Command {
  const program = new Command('gatehouse').description(ABOUT).version(VERSION, '--version', 'print the version')
  for (const register of commands) register(program, io, exit)
  quiet(program, io)
  return program
}

/** Returns the command in first position. Anything else (help, completion, a typo) needs all commands. */
async function commandsFor([first = '']: readonly string[]): Promise<readonly RegisterCommand[]> {
  if (first === '--version') return []
  const named = Object.entries(COMMANDS).find(([name]) => name === first && name !== 'completion')
  return named === undefined ? Promise.all(Object.values(COMMANDS).map((load) => load())) : [await named[1]()]
}

/** Configures exceptions for errors, the output streams, and the help format of a command and its subcommands. */
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

/** Formats an expected failure on one line. Only defects show a stack trace. */
function explain(thrown: unknown): string {
  if (thrown instanceof Failure) return thrown.message
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
