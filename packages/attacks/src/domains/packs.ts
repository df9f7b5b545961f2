import type { DomainPack } from './domain.ts'
import { education } from './education.ts'
import { finance } from './finance.ts'
import { hr } from './hr.ts'
import { insurance } from './insurance.ts'
import { legal } from './legal.ts'
import { medical } from './medical.ts'
import { realEstate } from './real-estate.ts'
import { retail } from './retail.ts'
import { telecom } from './telecom.ts'

/** In alphabetical order of the names. */
export const allDomains: readonly DomainPack[] = [
  education,
  finance,
  hr,
  insurance,
  legal,
  medical,
  realEstate,
  retail,
  telecom,
]
