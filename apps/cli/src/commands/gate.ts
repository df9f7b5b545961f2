import type { RegisterCommand } from '../command.ts'
import { EXIT } from '../command.ts'
import { contradictionIn, explained } from '../gate/explain.ts'
import { readRecord } from '../gate/read-record.ts'

export const gate: RegisterCommand = (parent, io, exit) => {
  parent
    .command('gate')
    .summary('inspect build gates')
    .command('explain')
    .summary('explain why a build gate passed or failed')
    .description(
      'Reads a gate decision record, written by `gatehouse scan --decision` or stored by the service with each scan. ' +
        'Prints the exceeded limits, the findings that count, the findings that do not count and why, new findings, and ' +
        'unscanned input.',
    )
    .argument('<record>', 'a decision record file, or the ID of a scan in the service')
    .option('--json', 'print the record itself')
    .option('--url <address>', 'URL of the application-security service (default: GATEHOUSE_URL)')
    .addHelpText('after', HELP)
    .action(async (text: string, { json, url }: { json?: true; url?: string }) => {
      const record = await readRecord(text, url, io)
      io.stdout.write(json === true ? `${JSON.stringify(record, null, 2)}\n` : explained(record))
      const wrong = contradictionIn(record)
      if (wrong !== undefined) io.stderr.write(`gatehouse: the record is inconsistent: ${wrong}\n`)
      exit(wrong !== undefined ? EXIT.failure : record.gateResult === 'PASSED' ? EXIT.ok : EXIT.refused)
    })
}

const HELP = `
Exit codes:
  0  the gate passed
  1  the gate failed
  2  the record cannot be read or is inconsistent

The API key is read from GATEHOUSE_API_KEY, because other users of the machine can see command-line arguments.

Examples:
  gatehouse scan . --gate 0,5,20,-1 --decision gate.json || gatehouse gate explain gate.json
  gatehouse gate explain 0198f3a2-5b1c-7c44-9d5e-2f6a7b8c9d0e --url https://appsec.example.org`
