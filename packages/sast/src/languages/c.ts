import { SOURCE_FILES } from '@gatehouse/scan-engine'
import { cpp } from './cpp.ts'
import type { Language } from './language.ts'

/** The grammar of C++ reads C as well, but for names that are words of C++ only. */
export const c: Language = { ...cpp, name: 'c', aliases: [], ...SOURCE_FILES.c, imports: 'none' }

/** Headers for C and C++: rules for either language apply. */
export const header: Language = { ...cpp, name: 'c-header', aliases: [], ...SOURCE_FILES['c-header'] }
