import type { RegisterCommand } from '../command.ts'
import { EXIT } from '../command.ts'
import { contradictionIn, explained } from '../gate/explain.ts'
import { readRecord } from '../gate/read-record.ts'

export const gate: RegisterCommand = (parent, io, exit) => {
  parent
    .command('gate')
    .summary('look into build gates')
    .command('explain')
    .summary('say in plain words why a build gate decided as it did')
    .description(
      'Reads the record of a decision, which gatehouse scan --decision writes and each scan of the service keeps, and says ' +
        'which limits were broken, which findings counted, which did not and why, what is new, and what nobody looked at.',
    )
    .argument('<record>', 'a file with the record, or the id of a scan of the service')
    .option('--json', 'print the record itself')
    .option('--url <address>', 'the application-security service; GATEHOUSE_URL otherwise')
    .addHelpText('after', HELP)
    .action(async (given: string, { json, url }: { json?: true; url?: string }) => {
      const record = await readRecord(given, url, io)
      io.stdout.write(json === true ? `${JSON.stringify(record, null, 2)}\n` : explained(record))
      const wrong = contradictionIn(record)
      if (wrong !== undefined) io.stderr.write(`gatehouse: the record contradicts itself. ${wrong}\n`)
      exit(wrong !== undefined ? EXIT.failure : record.gateResult === 'PASSED' ? EXIT.ok : EXIT.refused)
    })
}

const HELP = `
Exit codes:
  0  the gate passed
  1  it failed
  2  the record cannot be read, or contradicts itself

The key of the service is read from GATEHOUSE_API_KEY, since others of the machine see what stands on a command line.

Examples:
  gatehouse scan . --gate 0,5,20,-1 --decision gate.json || gatehouse gate explain gate.json
  gatehouse gate explain 0198f3a2-5b1c-7c44-9d5e-2f6a7b8c9d0e --url https://appsec.example.org`
