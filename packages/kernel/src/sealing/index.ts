export { type Belonging, createKeyRing, type KeyRing, keyIdOf } from './key-ring.ts'
export { KEY_BYTES, MASTER_KEYS_MAX, parseMasterKeys } from './master-keys.ts'
