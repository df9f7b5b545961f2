import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { SOURCE_ARGUMENT, sourceOptions } from '../scan/report-options.ts'
import { AUTHOR_DEFAULT, VEX_FORMATS, type VexOptions } from '../scan/vex-options.ts'

export const vex: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('vex')
    .summary('generate a VEX document; no server needed')
    .description(
      'Looks up packages in the imported advisories, checks whether the code imports them, and writes a VEX document. ' +
        'Packages that are certainly not imported get not_affected; imported packages get affected with the smallest ' +
        'safe upgrade; all others get under_investigation. Decisions in a triage file take precedence.',
    )
    .argument('[source]', SOURCE_ARGUMENT, '.')
    .addOption(
      new Option('--format <format>', 'OpenVEX 0.2.0 or CycloneDX 1.5').choices(VEX_FORMATS).default('openvex'),
    )
    .option('--triage <file>', 'triage decisions, in the format of scan --write-baseline')
    .option('-o, --output <file>', 'write the output to a file')
    .option('--name <name>', 'product name (default: the name of the source)')
    .option('--project-version <version>', 'product version (default: the commit)')
    .option('--author <name>', 'author of the document', AUTHOR_DEFAULT)
    .option('--advisories <folder>', 'folder with imported advisories (default: in the data folder)')
  sourceOptions(command)
  command.addHelpText('after', HELP).action(async (text: string, options: VexOptions) => {
    const { writeVex } = await import('../scan/vex.ts')
    exit(await writeVex(text, options, io))
  })
}

const HELP = `
Exit codes:
  0  the document was written
  2  the document was not written because no advisories are imported, or does not cover all packages

Examples:
  gatehouse vex --output shop.openvex.json
  gatehouse scan . --fail-on none --write-baseline triage.json
  gatehouse vex . --triage triage.json --format cyclonedx

In the triage file, give a finding the "status" FALSE_POSITIVE or ACCEPTED_RISK, a "reason", and optionally an "until" date.
A reason may start with an OpenVEX justification: "vulnerable_code_not_present: we build without it".`
