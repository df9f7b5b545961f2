import { africa } from './africa.ts'
import { austriaSwitzerland } from './austria-switzerland.ts'
import { balkans } from './balkans.ts'
import { baltic } from './baltic.ts'
import { benelux } from './benelux.ts'
import { brazil } from './brazil.ts'
import { canadaMexico } from './canada-mexico.ts'
import { centralEurope } from './central-europe.ts'
import { china } from './china.ts'
import { eastEurope } from './east-europe.ts'
import { france } from './france.ts'
import { germany } from './germany.ts'
import { iberia } from './iberia.ts'
import type { Identifier } from './identifier.ts'
import { italy } from './italy.ts'
import { japanKorea } from './japan-korea.ts'
import { middleEast } from './middle-east.ts'
import { nordic } from './nordic.ts'
import { oceania } from './oceania.ts'
import { southAmerica } from './south-america.ts'
import { southAsia } from './south-asia.ts'
import { southEastAsia } from './south-east-asia.ts'
import { unitedKingdom } from './united-kingdom.ts'
import { unitedStates } from './united-states.ts'
import { worldwide } from './worldwide.ts'

/** All identifiers; of two readings with equal scores the earlier wins. */
export const IDENTIFIERS: readonly Identifier[] = [
  ...italy,
  ...china,
  ...france,
  ...japanKorea,
  ...nordic,
  ...unitedStates,
  ...southEastAsia,
  ...unitedKingdom,
  ...iberia,
  ...southAsia,
  ...brazil,
  ...germany,
  ...austriaSwitzerland,
  ...benelux,
  ...centralEurope,
  ...balkans,
  ...baltic,
  ...eastEurope,
  ...middleEast,
  ...africa,
  ...oceania,
  ...canadaMexico,
  ...southAmerica,
  ...worldwide,
]
