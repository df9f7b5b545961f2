import type { Action, Severity } from '@gatehouse/contracts/verdicts'

/** A class of potentially harmful actions, identified by words. */
export interface ActionClass {
  readonly name: string
  /** Default action without tenant configuration. */
  readonly action: Action
  readonly severity: Severity
  readonly says: string
  /** At least one word of each group must occur. */
  readonly words: readonly (readonly string[])[]
  /** Set if a single word identifies the class. A name that starts with a read verb then means a read. */
  readonly isWeak?: boolean
}

const DESTROY =
  'delete del drop purge truncate destroy wipe erase remove terminate kill shred uninstall nuke rm rmdir unlink decommission obliterate overwrite'.split(
    ' ',
  )
const GRAVE =
  'all everything everyone entire bulk mass database db table schema account user customer tenant organization org bucket volume disk drive cluster production prod backup snapshot repository repo project server instance vm collection index history record dataset domain dns environment namespace partition system root filesystem subscription vault'.split(
    ' ',
  )
const PROTECTION =
  'logging log audit monitoring monitor alarm alert alerting firewall antivirus edr mfa 2fa tfa otp guardrail guard security encryption waf scanner siem detection protection safety sandbox retention quarantine'.split(
    ' ',
  )

/** Classes of harmful actions, most severe first. */
export const ACTION_CLASSES: readonly ActionClass[] = [
  {
    name: 'protection_off',
    action: 'require_approval',
    severity: 'critical',
    says: 'disables protection or logging',
    words: [
      'disable stop off bypass suspend mute pause clear delete purge wipe erase remove kill uninstall skip tamper truncate drop destroy silence deactivate'.split(
        ' ',
      ),
      PROTECTION,
    ],
  },
  {
    name: 'irreversible',
    action: 'require_approval',
    severity: 'critical',
    says: 'is irreversible',
    words: [DESTROY, GRAVE],
  },
  {
    name: 'irreversible',
    action: 'require_approval',
    severity: 'critical',
    says: 'is irreversible',
    words: [
      ['reset', 'format'],
      'factory all everything database production prod cluster system disk drive partition volume'.split(' '),
    ],
  },
  {
    name: 'rights',
    action: 'require_approval',
    severity: 'high',
    says: 'grants privileges',
    words: [
      'grant elevate escalate assume promote add assign modify change set update create give impersonate edit attach override'.split(
        ' ',
      ),
      'admin administrator root permission role privilege access owner ownership superuser sudo iam credential password acl token key sudoers member membership'.split(
        ' ',
      ),
    ],
  },
  {
    name: 'money_transfer',
    action: 'require_approval',
    severity: 'high',
    says: 'transfers money',
    words: [
      'transfer wire withdraw send remit payout disburse pay'.split(' '),
      'money fund funds payment wire bank crypto bitcoin cash salary payroll dollar usd euro balance transfer payout'.split(
        ' ',
      ),
    ],
  },
  {
    name: 'mass_export',
    action: 'require_approval',
    severity: 'high',
    says: 'exports many records',
    words: [
      'export dump download copy extract exfiltrate share publish upload send sync replicate'.split(' '),
      'all bulk mass everything database db entire full complete public external dump customers users accounts records everyone'.split(
        ' ',
      ),
    ],
  },
  {
    name: 'production_change',
    action: 'require_approval',
    severity: 'high',
    says: 'changes production',
    words: [
      'deploy release rollback migrate merge push restart scale shutdown reboot apply publish promote'.split(' '),
      'prod production main master live'.split(' '),
    ],
  },
  {
    name: 'code_execution',
    action: 'warn',
    severity: 'medium',
    says: 'runs code',
    words: [
      'execute exec run eval spawn invoke shell bash powershell terminal'.split(' '),
      'shell command cmd code script bash sh powershell sql terminal process sudo eval exec python query'.split(' '),
    ],
  },
  {
    name: 'payment',
    action: 'warn',
    severity: 'medium',
    says: 'spends money',
    words: ['pay purchase buy refund sell donate checkout invest'.split(' ')],
    isWeak: true,
  },
  {
    name: 'payment',
    action: 'warn',
    severity: 'medium',
    says: 'spends money',
    words: ['place submit create execute make'.split(' '), 'order trade payment bid'.split(' ')],
  },
  {
    name: 'destructive',
    action: 'warn',
    severity: 'medium',
    says: 'removes something',
    words: [DESTROY],
    isWeak: true,
  },
]

const READING = new Set('get list read search view fetch check count describe find show lookup'.split(' '))

/** Returns the classes of a name's words, in the order of the words. */
export function classesOf(words: ReadonlySet<string>): readonly ActionClass[] {
  const [first = ''] = words
  const reads = READING.has(first)
  return ACTION_CLASSES.filter(
    ({ words: groups, isWeak }) =>
      !(reads && isWeak === true) && groups.every((group) => group.some((word) => words.has(word))),
  )
}
