import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { SOURCE_ARGUMENT, sourceOptions } from '../scan/report-options.ts'
import { AUTHOR_DEFAULT, VEX_FORMATS, type VexOptions } from '../scan/vex-options.ts'

export const vex: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('vex')
    .summary('say which known vulnerabilities affect a project; no server needed')
    .description(
      'Looks packages up in the imported advisories, and whether the code imports them, and writes a VEX document. A package ' +
        'that nothing imports for sure is not_affected, one that is imported affected with the smallest safe upgrade, others are ' +
        'under_investigation. What people said in a triage file goes first.',
    )
    .argument('[source]', SOURCE_ARGUMENT, '.')
    .addOption(
      new Option('--format <format>', 'OpenVEX 0.2.0 or CycloneDX 1.5').choices(VEX_FORMATS).default('openvex'),
    )
    .option('--triage <file>', 'what people said of findings, in the form that scan --write-baseline writes')
    .option('-o, --output <file>', 'write it to a file')
    .option('--name <name>', 'what it speaks of; otherwise the name of the source')
    .option('--project-version <version>', 'of what it speaks of; otherwise the commit')
    .option('--author <name>', 'who says it', AUTHOR_DEFAULT)
    .option('--advisories <folder>', 'where advisories were imported to; otherwise in the data folder')
  sourceOptions(command)
  command.addHelpText('after', HELP).action(async (given: string, options: VexOptions) => {
    const { writeVex } = await import('../scan/vex.ts')
    exit(await writeVex(given, options, io))
  })
}

const HELP = `
Exit codes:
  0  the document was written
  2  it was not, for no advisories are imported, or it was and does not speak of all packages

Examples:
  gatehouse vex --output shop.openvex.json
  gatehouse scan . --fail-on none --write-baseline triage.json
  gatehouse vex . --triage triage.json --format cyclonedx

In the triage file a finding gets "status": "FALSE_POSITIVE" or "ACCEPTED_RISK", a "reason", and "until", a day, if you like.
A reason may begin with a justification of OpenVEX: "vulnerable_code_not_present: we build without it".`
