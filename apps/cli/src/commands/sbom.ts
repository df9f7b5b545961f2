import { Option } from 'commander'
import type { RegisterCommand } from '../command.ts'
import { SBOM_FORMATS, type SbomOptions } from '../scan/sbom-options.ts'

export const sbom: RegisterCommand = (parent, io) => {
  parent
    .command('sbom')
    .summary('generate a software bill of materials (SBOM); no server needed')
    .description(
      'Reads the lock files and manifests of a folder, archive or repository and lists all packages with dependencies, ' +
        'licenses and digests.',
    )
    .argument('[source]', 'folder, tar or zip archive, or URL of a git or Subversion repository', '.')
    .addOption(new Option('--format <format>', 'CycloneDX 1.5 or SPDX 2.3').choices(SBOM_FORMATS).default('cyclonedx'))
    .option('-o, --output <file>', 'write the output to a file')
    .option('--name <name>', 'name of the project (default: the name of the source)')
    .option('--project-version <version>', 'version of the project')
    .option('--branch <name>', 'branch of the git repository')
    .option('--commit <id>', 'full commit ID of the git repository')
    .option('--all', 'include files excluded by .gitignore or .gatehouseignore')
    .action(async (text: string, options: SbomOptions) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { writeSbom } = await import('../scan/sbom.ts')
      await writeSbom(text, options, io)
    })
}
