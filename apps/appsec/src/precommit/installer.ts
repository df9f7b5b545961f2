import { readScript } from '../pipelines/script.ts'

const HOOK = readScript(new URL('hook.sh', import.meta.url)).trimEnd()
const INSTALLER = readScript(new URL('install.sh', import.meta.url)).replace('@HOOK@', () => HOOK)

/**
 * Returns the installation script of the pre-commit hook. @param address of this service; must be validated, because it is put in single
 * quotes
 */
export function precommitInstaller(address: string | undefined): string {
  return INSTALLER.replace('@SERVER_URL@', () => address ?? '')
}
