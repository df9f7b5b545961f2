import crypto from 'node:crypto'
import { createHash, createCipheriv, createHmac, randomBytes, scryptSync } from 'node:crypto'
import CryptoJS from 'crypto-js'
//// weak
export function hashPassword(password) {
  return crypto.createHash('md5').update(password).digest('hex')
}
//// safe
export function hashPassword(password) {
  return scryptSync(password, randomBytes(16), 32).toString('hex')
}
//// weak
export function encrypt(key, iv, text) {
  const cipher = createCipheriv('des-ede3-cbc', key, iv)
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex')
}
//// safe
export function encrypt(key, text) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex') + cipher.getAuthTag().toString('hex')
}
//// weak
export const sign = (token) => createHash('sha1').update(token).digest('base64')
//// safe
export const sign = (key, token) => createHmac('sha256', key).update(token).digest('base64')
//// weak
export function seal(text, key) {
  return CryptoJS.DES.encrypt(text, key).toString()
}
//// safe
export function seal(text, key) {
  return CryptoJS.AES.encrypt(text, key).toString()
}
