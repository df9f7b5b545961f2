import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { SBOM_FORMATS, type SbomOptions } from '../scan/sbom-options.ts'

export const sbom: RegisterCommand = (parent, io) => {
  parent
    .command('sbom')
    .summary('write a bill of materials; no server needed')
    .description(
      'Reads lock files and manifests of a folder, an archive or a repository and writes all packages that they name, with ' +
        'their dependencies, licences and digests.',
    )
    .argument('[source]', 'a folder, a tar or zip archive, or the address of a git or Subversion repository', '.')
    .addOption(new Option('--format <format>', 'CycloneDX 1.5 or SPDX 2.3').choices(SBOM_FORMATS).default('cyclonedx'))
    .option('-o, --output <file>', 'write it to a file')
    .option('--name <name>', 'what it is the bill of; otherwise the name of the source')
    .option('--project-version <version>', 'of what it is the bill')
    .option('--branch <name>', 'of a git repository')
    .option('--commit <id>', 'of a git repository, in full')
    .option('--all', 'read files too that .gitignore or .gatehouseignore leave out')
    .action(async (given: string, options: SbomOptions) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { writeSbom } = await import('../scan/sbom.ts')
      await writeSbom(given, options, io)
    })
}
